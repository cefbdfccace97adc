import * as v from 'valibot'
import type { planEndpoints } from '../endpoints/plans'
import { app, member } from '../entities'
import { PATH_MAX_CHARS, PRICES_PER_PORTAL_MAX } from '../limits'
import { id, metaData, unkept } from './fields'
import type { SchemasFor } from './schema'

/**
 * Where a browser is sent afterwards: absolute, of the site that asks (the handler compares it with the Origin header). As a
 * browser writes it, so that it can stand in a header: no line breaks, no letters beyond ASCII.
 */
export const returnUrl = v.pipe(
  v.string('invalid-field-type'),
  v.maxLength(PATH_MAX_CHARS, 'invalid-field-value'),
  v.url('invalid-field-value'),
  v.transform((text) => new URL(text).href),
)

const purchase = {
  priceId: id,
  couponId: v.optional(v.nullable(id)),
  /** What the owner finds with the purchase at the provider. */
  metadataForCheckout: v.optional(metaData),
  /** After the payment; without it where plan and app lead, else `origin_url`. */
  success_url: v.optional(returnUrl),
  cancel_url: v.optional(returnUrl),
  /** The page that asks. */
  origin_url: v.optional(returnUrl),
  conversionData: unkept,
  rewardfulData: unkept,
}

export const planSchemas = {
  addPlan: {
    input: v.object({ planId: id }),
    /** `redirect`: the plan's or the app's page after a purchase; null when neither names one. */
    output: v.object({ member, redirect: v.nullable(v.string()), app }),
  },
  removePlan: {
    input: v.object({ planId: id }),
    output: v.object({ member, redirect: v.nullable(v.string()) }),
  },
  createCheckoutSession: {
    input: v.object(purchase),
    output: v.object({ url: v.string() }),
  },
  updatePrice: {
    input: v.object(purchase),
    /** `url`: where a price that cannot simply be changed to is paid, null when the change is made. */
    output: v.object({ member, url: v.nullable(v.string()), redirect: v.nullable(v.string()) }),
  },
  createBillingPortalSession: {
    input: v.object({
      return_url: v.optional(returnUrl),
      origin_url: v.optional(returnUrl),
      /** Prices that the portal offers to change to; none given: those of the plan at hand. */
      priceIds: v.optional(v.pipe(v.array(id, 'invalid-field-type'), v.maxLength(PRICES_PER_PORTAL_MAX))),
      /** Passed on to a provider that takes one. */
      configuration: v.optional(metaData),
    }),
    output: v.object({ url: v.string() }),
  },
} satisfies SchemasFor<typeof planEndpoints>
