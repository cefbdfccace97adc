import { attributes } from '../attributes'
import type { ItemType } from './item'

/** Items that are no rule's and no notice's. */
export const specialItems = {
  'ready-for-checkout': { type: 'cart', attribute: attributes.priceAdd, title: 'Ready for checkout' },
  'ready-for-signup': { type: 'cart', attribute: attributes.planAdd, title: 'Ready for sign-up' },
  'plan-price-clicked': {
    type: 'plan-price-clicked',
    attribute: attributes.planAdd,
    title: 'Plan or price clicked',
  },
  'content-removed': { type: 'content-removed', attribute: attributes.content, title: 'Content removed' },
} as const satisfies Readonly<Record<string, { type: ItemType; attribute: string; title: string }>>

export type SpecialItemId = keyof typeof specialItems
