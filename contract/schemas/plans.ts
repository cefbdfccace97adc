import * as v from 'valibot'
import type { planEndpoints } from '../endpoints/plans'
import { app, member } from '../entities'
import { PATH_MAX_CHARS, PRICES_PER_PORTAL_MAX } from '../limits'
import { id, metaData, unkept } from './fields'
import type { SchemasFor } from './schema'

/**
 * Where a browser is redirected: an absolute URL of the calling site (the handler compares it with the Origin header).
 * Normalized as by a browser, so that it fits into a header: no line breaks, only ASCII.
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
  /** Data for the owner, stored with the purchase at the provider. */
  metadataForCheckout: v.optional(metaData),
  /** After the payment. Default: the redirect of the plan or the app, else `origin_url`. */
  success_url: v.optional(returnUrl),
  cancel_url: v.optional(returnUrl),
  /** The calling page. */
  origin_url: v.optional(returnUrl),
  conversionData: unkept,
  rewardfulData: unkept,
}

export const planSchemas = {
  addPlan: {
    input: v.object({ planId: id }),
    /** `redirect`: the page of the plan or the app after a purchase; null without one. */
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
    /** `url`: the checkout of a price that needs a purchase; null if the change is done. */
    output: v.object({ member, url: v.nullable(v.string()), redirect: v.nullable(v.string()) }),
  },
  createBillingPortalSession: {
    input: v.object({
      return_url: v.optional(returnUrl),
      origin_url: v.optional(returnUrl),
      /** Prices that the portal offers. Default: those of the current plan. */
      priceIds: v.optional(v.pipe(v.array(id, 'invalid-field-type'), v.maxLength(PRICES_PER_PORTAL_MAX))),
      /** Passed on to a provider that supports it. */
      configuration: v.optional(metaData),
    }),
    output: v.object({ url: v.string() }),
  },
} satisfies SchemasFor<typeof planEndpoints>
