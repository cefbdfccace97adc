/** What stands in the list of the inspector's first tab. */
export interface InspectorItem {
  /** The same for the same thing on every scan, so that an open row stays open. */
  key: string
  /** Of a rule, of a found-notice, `ready-for-checkout`, `ready-for-signup`, or one of the two special kinds. */
  id: string
  type: ItemType
  /** The attribute that it is about. */
  attribute: string
  title: string
  /** Names the value at hand. */
  message?: string | undefined
  /** One of our own checks, which the Memberstack inspector does not have. */
  own?: true | undefined
  /** Where on the page; several for a found-notice. */
  elements: readonly Element[]
}

export const itemTypes = ['cart', 'plan-price-clicked', 'content-removed', 'error', 'warning', 'found'] as const
export type ItemType = (typeof itemTypes)[number]

/** One entry of `inspector-help.json`. */
export interface HelpEntry {
  id: string
  type: 'cart' | 'found' | 'error' | 'warning'
  dataAttribute: string
  title: string
  description: string
  helpItems: readonly { title: string; description: string }[]
  /** Relative to the API's address: `docs/inspector#broken-plan-suffix`. */
  documentationLink: string
}
