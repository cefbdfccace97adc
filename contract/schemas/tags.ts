import * as v from 'valibot'
import type { tagEndpoints } from '../endpoints/tags'
import { HOLDER_NAME_MAX_CHARS } from '../limits'
import { id } from './fields'
import { proofReport } from './proof-report'
import { readableName } from './readable'
import type { SchemasFor } from './schema'

const moment = v.string()
const nothing = v.object({})

/** `PRIVATE` answers everybody else as if there were no such TrustTag; `LINK` is checked by its ID alone. */
const visibility = v.picklist(['PUBLIC', 'LINK', 'PRIVATE'])
const wantedVisibility = v.pipe(v.string('invalid-field-type'), v.picklist(visibility.options, 'invalid-field-value'))

/** What anybody may know of a TrustTag. */
export const verifiedTag = v.object({
  /** True only while the status is `valid`, and never where it was checked and found wanting; `mode` says whether it proves anything. */
  isValid: v.boolean(),
  status: v.picklist(['valid', 'revoked', 'expired']),
  trustTagId: v.string(),
  skill: v.string(),
  category: v.string(),
  /** The questions were general ones on safety and quality at work: none was about this skill alone. */
  isGeneral: v.boolean(),
  holderName: v.string(),
  issueDate: moment,
  /** Percent. */
  score: v.number(),
  topics: v.array(v.object({ topic: v.string(), title: v.string(), points: v.number(), of: v.number() })),
  /** When it was looked up. */
  verificationDate: moment,
  /** Null: a sample, which does not expire. */
  expiresAt: v.nullable(moment),
  revokedAt: v.nullable(moment),
  revokeReason: v.nullable(v.string()),
  /** Of its entry in the public log; null while it is in none. */
  blockchainHash: v.nullable(v.string()),
  /** Where it stands in the public log; null while it is in none. */
  proof: v.nullable(v.object({ leafHash: v.string(), logIndex: v.number() })),
  /** `test` and `sample` prove nothing about anybody. */
  mode: v.picklist(['live', 'test', 'sample']),
  /** Of the page that checks it. */
  url: v.string(),
})

/** The same, checked as everybody can check it. */
export const checkedTag = v.object({
  ...verifiedTag.entries,
  /** What the whole check comes to, for people. */
  words: v.object({ title: v.string(), text: v.string() }),
  /** The very check that others run on the files. */
  report: proofReport,
  /** Addresses of what was checked; null while it has not been signed and entered in the log. */
  files: v.nullable(v.object({ credential: v.string(), proof: v.string() })),
})

/** The same, as its holder sees it. */
export const heldTag = v.object({
  ...verifiedTag.entries,
  attemptId: v.string(),
  visibility,
  /** Below it stand its public files (`proof-paths`), at addresses that never change. */
  filesUrl: v.string(),
})

/** As text, to be saved under the name. */
export const textFile = v.object({ fileName: v.string(), text: v.string() })

const holderName = v.pipe(
  readableName,
  v.maxLength(HOLDER_NAME_MAX_CHARS, 'field-limit-exceeded'),
  v.regex(/\p{L}/u, 'invalid-field-value'),
)

export const tagSchemas = {
  issueTag: {
    input: v.object({
      attemptId: id,
      /** As a person confirmed it: it stays on the TrustTag. */
      holderName,
      /** `LINK` where nothing is said. */
      visibility: v.optional(wantedVisibility),
    }),
    output: heldTag,
  },
  listTags: { input: nothing, output: v.object({ tags: v.array(heldTag) }) },
  updateTag: { input: v.object({ visibility: wantedVisibility }), output: heldTag },
  noteShare: { input: nothing, output: v.object({ trustTagId: v.string() }) },
  getCertificateText: { input: nothing, output: textFile },
  getOwnTagFile: { input: nothing, output: v.instance(Uint8Array) },
  verifyTag: { input: nothing, output: checkedTag },
} satisfies SchemasFor<typeof tagEndpoints>

export type VerifiedTag = v.InferOutput<typeof verifiedTag>
export type CheckedTag = v.InferOutput<typeof checkedTag>
export type HeldTag = v.InferOutput<typeof heldTag>
export type TextFile = v.InferOutput<typeof textFile>
