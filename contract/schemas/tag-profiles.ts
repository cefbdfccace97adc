import * as v from 'valibot'
import type { tagProfileEndpoints } from '../endpoints/tag-profiles'
import type { SchemasFor } from './schema'
import { freeOffer } from './tag-purchases'
import { heldTag, textFile, verifiedTag } from './tags'

const moment = v.string()
const nothing = v.object({})
const toggle = v.optional(v.boolean('invalid-field-type'))

const tagProfile = v.object({
  /** Null until the first TrustTag or the first setting. */
  slug: v.nullable(v.string()),
  publicUrl: v.nullable(v.string()),
  /** Off: nobody else finds the profile. */
  publicProfile: v.boolean(),
  /** Off: no mails but receipts and what concerns the safety of the account or of a TrustTag. */
  emailNotifications: v.boolean(),
  /** Off: views are not counted, and not shown. */
  shareAnalytics: v.boolean(),
  views: v.number(),
  /** Newest first. */
  tags: v.array(heldTag),
  /** Newest first. */
  activity: v.array(v.object({ action: v.string(), skill: v.string(), date: moment })),
  credits: v.object({ available: v.number() }),
  /** One free TrustTag for each verified e-mail. */
  offer: freeOffer,
})

const publicProfile = v.object({
  /** As the newest public TrustTag says it. */
  name: v.string(),
  headline: v.nullable(v.string()),
  picture: v.nullable(v.string()),
  memberSince: moment,
  /** The public ones that are not revoked, newest first. */
  tags: v.array(verifiedTag),
  /** Left out where the holder does not share it. */
  views: v.optional(v.number()),
})

/** Rows of one kind, as they are kept; times are ISO 8601. */
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
      /** What is kept, by what it is. */
      records: v.record(v.string(), records),
    }),
  },
} satisfies SchemasFor<typeof tagProfileEndpoints>

export type TagProfile = v.InferOutput<typeof tagProfile>
export type PublicProfile = v.InferOutput<typeof publicProfile>
