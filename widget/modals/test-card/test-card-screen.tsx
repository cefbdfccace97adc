import type { ScreenProps } from '../screen'

/** The cards of Test Mode, to be copied. */
export function TestCardScreen({ texts, titleId }: ScreenProps<'TEST_CARD'>) {
  return <h2 id={titleId}>{texts.test_card_title}</h2>
}
