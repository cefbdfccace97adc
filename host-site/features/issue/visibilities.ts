import type { HeldTag } from '../../../contract/schemas/tags'

export type Visibility = HeldTag['visibility']

/** Who can see a TrustTag, in the order of the choice. */
export const visibilities = [
  { value: 'PUBLIC', name: 'Public', text: 'On your public profile, and for everyone who has its ID.' },
  { value: 'LINK', name: 'Link only', text: 'For everyone who has its ID or link. It stands on no page of yours.' },
  { value: 'PRIVATE', name: 'Private', text: 'For you alone. Whoever checks its ID is told that there is none.' },
] as const satisfies readonly { value: Visibility; name: string; text: string }[]

export const isVisibility = (text: string): text is Visibility => visibilities.some(({ value }) => value === text)
