import * as v from 'valibot'
import type { tagProfileEndpoints } from '../endpoints/tag-profiles'
import type { SchemasFor } from './schema'
import { freeOffer } from './tag-purchases'
import { heldTag, textFile, verifiedTag } from './tags'

const moment = v.string()
const nothing = v.object({})
const toggle = v.optional(v.boolean('invalid-field-type'))

const tagProfile = v.object({
  /** Null before the first TrustTag or setting. */
  slug: v.nullable(v.string()),
  publicUrl: v.nullable(v.string()),
  /** Off: only the holder sees the profile. */
  publicProfile: v.boolean(),
  /** Off: no emails except receipts and security notices about the account or a TrustTag. */
  emailNotifications: v.boolean(),
  /** Off: views are neither counted nor shown. */
  shareAnalytics: v.boolean(),
  views: v.number(),
  /** The one name of the account’s TrustTags; null before the first one. */
  holderName: v.nullable(v.string()),
  /** Newest first. */
  tags: v.array(heldTag),
  /** Newest first. */
  activity: v.array(v.object({ action: v.string(), skill: v.string(), date: moment })),
  credits: v.object({ available: v.number() }),
  /** One free TrustTag per verified email. */
  offer: freeOffer,
})

const publicProfile = v.object({
  /** The name on the newest public TrustTag. */
  name: v.string(),
  /** What was checked of the name. */
  nameState: v.string(),
  headline: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  memberSince: moment,
  /** Public, not revoked, newest first. */
  tags: v.array(verifiedTag),
  /** Omitted if the holder does not share it. */
  views: v.optional(v.number()),
})

/** Rows of one kind, as stored. Times are ISO 8601. */
const records = v.array(v.record(v.string(), v.unknown()))

export const tagProfileSchemas = {
  getTagProfile: { input: nothing, output: tagProfile },
  updateTagProfile: {
    input: v.object({ publicProfile: toggle, emailNotifications: toggle, shareAnalytics: toggle }),
    output: tagProfile,
  },
  getPublicProfile: { input: nothing, output: publicProfile },
  getPortfolioText: { input: nothing, output: textFile },
  getPortfolioArchive: { input: nothing, output: v.instance(Uint8Array) },
  exportMyData: {
    input: nothing,
    output: v.object({
      fileName: v.string(),
      exportedAt: moment,
      /** The stored data, by kind. */
      records: v.record(v.string(), records),
    }),
  },
} satisfies SchemasFor<typeof tagProfileEndpoints>

export type TagProfile = v.InferOutput<typeof tagProfile>
export type PublicProfile = v.InferOutput<typeof publicProfile>
