import * as v from 'valibot'

export const coupon = v.object({
  /** What `data-ms-coupon` names. */
  id: v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/u, 'must be letters, digits, _ or -')),
  percentOff: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
  /** Whether later payments are reduced, too. */
  duration: v.optional(v.picklist(['once', 'forever']), 'once'),
  /** Prices that it is for; none given: all. */
  prices: v.optional(v.array(v.string()), []),
  active: v.optional(v.boolean(), true),
})
