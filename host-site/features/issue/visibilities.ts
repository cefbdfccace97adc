import type { HeldTag } from '../../../contract/schemas/tags'

export type Visibility = HeldTag['visibility']

/** Who can see a TrustTag, in the order of the choice: each says what its holder consents to. */
export const visibilities = [
  { value: 'PUBLIC', name: 'Public', text: 'I want everyone to see it: on my public profile, and by its ID.' },
  {
    value: 'LINK',
    name: 'Link only',
    text: 'I want whoever has its ID or link to see it. It stands on no page of mine.',
  },
  {
    value: 'PRIVATE',
    name: 'Private',
    text: 'For me alone, for now. Whoever checks its ID is told that there is none.',
  },
] as const satisfies readonly { value: Visibility; name: string; text: string }[]

export const isVisibility = (text: string): text is Visibility => visibilities.some(({ value }) => value === text)
