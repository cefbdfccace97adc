import type { ScreenProps } from '../screen'
import { Button } from '../ui/button'
import { Heading } from '../ui/heading'
import { CopyCard } from './copy-card'
import { DemoVideo } from './demo-video'

/** All cards of the provider that live payments go through; the test checkout knows those of `contract/test-cards`. */
const FULL_LIST = 'https://docs.stripe.com/testing'

/** The cards of Test Mode, to be copied (seed 001 section 2, test-card modal). */
export function TestCardScreen({ texts, titleId, apiUrl, notify, done, close }: ScreenProps<'TEST_CARD'>) {
  const onContinue = (): void => {
    done({ type: 'CONTINUE', data: null })
    close()
  }
  return (
    <div className="test-card">
      <Heading id={titleId}>{texts.test_card_title}</Heading>
      <p>{texts.test_card_subtitle}</p>
      {apiUrl && <DemoVideo apiUrl={apiUrl} label={texts.test_card_video_label} />}
      <CopyCard texts={texts} notify={notify} />
      <p className="muted hint">{texts.test_card_instructions}</p>
      <a className="link" part="link" href={FULL_LIST} target="_blank" rel="noopener">
        {texts.test_card_full_list}
      </a>
      <Button look="secondary" onClick={onContinue}>
        {texts.test_card_continue}
      </Button>
    </div>
  )
}
