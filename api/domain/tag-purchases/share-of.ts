import type { TagOrderRow } from '../../ports/trusttag/credit-store'

/**
 * What so many credits of an order cost, in minor units. Counted together, not one by one: all of them cost the whole
 * amount, and no cent is lost on the way.
 */
export const shareOf = ({ amountMinor, numberOfTags }: Pick<TagOrderRow, 'amountMinor' | 'numberOfTags'>, n: number) =>
  Math.floor((amountMinor * n) / numberOfTags)
