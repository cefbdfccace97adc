import type { App } from '../../../contract/entities'
import type { Texts } from '../texts/default-texts'
import { Button } from './button'
import { nameOf, offeredProviders } from './offered-providers'
import { ProviderIcon } from './provider-icon'
import { withProvider } from './with-provider'

export interface SocialSectionProps {
  app: App
  texts: Texts
  /** Key of the provider whose window is open: the others wait for it. */
  waitingFor: string | null
  /** Key of the provider whose button is the one to press next. */
  marked?: string | null
  /** The form is being sent. */
  disabled: boolean
  onChoose: (provider: string) => void
}

/** A button for each provider that the app offers. */
export function SocialSection({ app, texts, waitingFor, marked, disabled, onChoose }: SocialSectionProps) {
  return (
    <div className="social" part="social">
      {offeredProviders(app).map((one) => {
        const { provider, icon } = one
        const name = nameOf(one)
        return (
          <Button
            key={provider}
            look="provider"
            icon={<ProviderIcon name={name} src={icon} />}
            busy={waitingFor === provider}
            repeats
            busyLabel={texts.loading_text}
            disabled={disabled || (waitingFor !== null && waitingFor !== provider)}
            marked={marked === provider}
            onClick={() => onChoose(provider)}
          >
            {withProvider(texts.continue_with, name)}
          </Button>
        )
      })}
    </div>
  )
}
