import * as v from 'valibot'
import type { tagPurchaseEndpoints } from '../endpoints/tag-purchases'
import { ATTEMPTS_PER_PURCHASE_MAX } from '../limits'
import { id } from './fields'
import { returnUrl } from './plans'
import type { SchemasFor } from './schema'

const moment = v.string()

export const tagPurchase = v.object({
  /** `pur_…` */
  id: v.string(),
  userEmail: v.string(),
  /** ID of the package. */
  packageType: v.string(),
  numberOfTags: v.number(),
  /** In units of the currency: 18 is $18. */
  totalAmount: v.number(),
  /** ISO 4217. */
  currency: v.string(),
  /** Skills of the assessments that the buyer chose for TrustTags. */
  selectedSkills: v.array(v.string()),
  status: v.picklist(['open', 'paid', 'expired', 'refunded', 'disputed']),
  createdAt: moment,
  paidAt: v.nullable(moment),
  refundedAmount: v.number(),
  /** Until then, unused credits can be refunded; null if nothing can. */
  refundableUntil: v.nullable(moment),
  unusedTags: v.number(),
})

/** A member's credits, by state. */
export const creditCounts = v.object({
  available: v.number(),
  spent: v.number(),
  refunded: v.number(),
  revoked: v.number(),
})

/** The free TrustTag: offered until its end, if it has one. */
export const freeOffer = v.object({ isOn: v.boolean(), endsAt: v.nullable(moment) })

const trustTagPackage = v.object({
  id: v.string(),
  name: v.string(),
  /** In units of `currency`; `Custom` is negotiated. */
  price: v.union([v.number(), v.literal('Custom')]),
  currency: v.string(),
  tags: v.union([v.number(), v.literal('10+'), v.literal('Unlimited')]),
  description: v.string(),
  features: v.array(v.string()),
  popular: v.boolean(),
  note: v.nullable(v.string()),
})

const nothing = v.object({})

export const tagPurchaseSchemas = {
  listPackages: {
    input: nothing,
    output: v.object({ packages: v.array(trustTagPackage), refundRule: v.string(), offer: freeOffer }),
  },
  createTagPurchase: {
    input: v.object({
      packageId: id,
      /** Passed assessments of the member to issue TrustTags for. */
      attemptIds: v.optional(
        v.pipe(v.array(id, 'invalid-field-type'), v.maxLength(ATTEMPTS_PER_PURCHASE_MAX, 'field-limit-exceeded')),
        [],
      ),
      success_url: returnUrl,
      cancel_url: returnUrl,
    }),
    output: v.object({ purchase: tagPurchase, url: v.string() }),
  },
  listTagPurchases: {
    input: nothing,
    output: v.object({ purchases: v.array(tagPurchase), credits: creditCounts }),
  },
  refundTagPurchase: {
    input: nothing,
    output: v.object({ purchase: tagPurchase, credits: creditCounts }),
  },
  claimFreeTag: { input: nothing, output: v.object({ credits: creditCounts }) },
} satisfies SchemasFor<typeof tagPurchaseEndpoints>

export type TagPurchase = v.InferOutput<typeof tagPurchase>
export type CreditCounts = v.InferOutput<typeof creditCounts>
export type FreeOffer = v.InferOutput<typeof freeOffer>
