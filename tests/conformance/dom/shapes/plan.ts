import * as v from 'valibot'

/** `Payload.Transforms.Price`. */
const price = v.object({
  id: v.pipe(v.string(), v.startsWith('prc_')),
  amount: v.number(),
  interval: v.optional(v.object({ type: v.nullable(v.string()), count: v.nullable(v.number()) })),
  name: v.nullable(v.string()),
  type: v.picklist(['SUBSCRIPTION', 'ONETIME']),
  status: v.string(),
  currency: v.pipe(v.string(), v.length(3)),
})

/** `Payload.Transforms.Plan`. */
export const plan = v.object({
  id: v.pipe(v.string(), v.startsWith('pln_')),
  name: v.string(),
  description: v.nullable(v.string()),
  priority: v.nullable(v.number()),
  status: v.nullish(v.picklist(['ACTIVE', 'INACTIVE'])),
  redirects: v.nullish(v.object({ afterLogin: v.string(), afterLogout: v.string(), afterSignup: v.string() })),
  prices: v.array(price),
})

/** `Payload.Transforms.MemberPlanConnection`. Dates are numbers. */
export const planConnection = v.object({
  id: v.pipe(v.string(), v.startsWith('con_')),
  active: v.boolean(),
  status: v.picklist(['ACTIVE', 'TRIALING', 'REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION', 'CANCELED']),
  planId: v.string(),
  type: v.picklist(['FREE', 'SUBSCRIPTION', 'ONETIME']),
  payment: v.nullable(
    v.object({
      amount: v.number(),
      currency: v.string(),
      status: v.string(),
      lastBillingDate: v.nullable(v.number()),
      nextBillingDate: v.nullable(v.number()),
      cancelAtDate: v.nullable(v.number()),
      priceId: v.string(),
    }),
  ),
})
