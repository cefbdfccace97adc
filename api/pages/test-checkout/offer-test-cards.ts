import type { MembershipClient } from '../../../widget/public'

/** Ids of the page's parts that the script works with. */
export interface OfferParts {
  /** A list of the cards, for browsers without scripts. */
  list: string
  /** The button that takes its place; hidden at first. */
  button: string
  /** Where the copied number belongs. */
  field: string
}

/**
 * Runs on the checkout page, behind the widget's script: it is sent as its own source text and may use nothing from
 * around it. Where the widget is, a button opens its test cards in place of the list; after "continue" the focus is in
 * the field for the number.
 */
export function offerTestCards(
  window: Window & { $memberstackDom?: Pick<MembershipClient, 'openModal'> },
  parts: OfferParts,
): void {
  const { document } = window
  const client = window.$memberstackDom
  const list = document.getElementById(parts.list)
  const button = document.getElementById(parts.button)
  if (!client || !list || !button) return
  const focusField = (triesLeft: number): void => {
    const field = document.getElementById(parts.field)
    field?.focus()
    // Behind the dialog nothing takes the focus; it is gone with one of the next frames.
    if (document.activeElement !== field && triesLeft > 0) window.requestAnimationFrame(() => focusField(triesLeft - 1))
  }
  button.addEventListener('click', () => {
    void client.openModal('TEST_CARD').then(
      ({ type }) => type === 'CONTINUE' && focusField(60),
      () => {},
    )
  })
  list.hidden = true
  button.hidden = false
}
