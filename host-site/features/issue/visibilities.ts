import type { HeldTag } from '../../../contract/schemas/tags'

export type Visibility = HeldTag['visibility']

/** In display order. Each text states what the holder consents to. */
export const visibilities = [
  { value: 'PUBLIC', name: 'Public', text: 'Everyone can see it: on my public profile, and by its ID.' },
  {
    value: 'LINK',
    name: 'Link only',
    text: 'Anyone with the ID or link can see it. It is not on my profile.',
  },
  {
    value: 'PRIVATE',
    name: 'Private',
    text: 'Only I can see it. A check of its ID finds nothing.',
  },
] as const satisfies readonly { value: Visibility; name: string; text: string }[]

export const isVisibility = (text: string): text is Visibility => visibilities.some(({ value }) => value === text)
