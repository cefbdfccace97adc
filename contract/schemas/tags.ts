import * as v from 'valibot'
import type { tagEndpoints } from '../endpoints/tags'
import { HOLDER_NAME_MAX_CHARS, WORK_SAMPLES_PER_ATTEMPT_MAX } from '../limits'
import { id } from './fields'
import { proofReport } from './proof-report'
import { readableName } from './readable'
import type { SchemasFor } from './schema'

const moment = v.string()
const nothing = v.object({})

/** `PRIVATE`: for everyone else, the TrustTag does not exist. `LINK`: it can only be checked by its ID. */
const visibility = v.picklist(['PUBLIC', 'LINK', 'PRIVATE'])
const wantedVisibility = v.pipe(v.string('invalid-field-type'), v.picklist(visibility.options, 'invalid-field-value'))

/** The public data of a TrustTag. */
export const verifiedTag = v.object({
  /** True only if the status is `valid` and no check failed. `mode` says whether it proves anything. */
  isValid: v.boolean(),
  status: v.picklist(['valid', 'revoked', 'expired']),
  trustTagId: v.string(),
  skill: v.string(),
  /** To be shown directly below the skill: a knowledge test is not a license. Null: not a regulated trade. */
  licenseNote: v.nullable(v.string()),
  category: v.string(),
  /** The questions were the general ones on workplace safety and quality. */
  isGeneral: v.boolean(),
  holderName: v.string(),
  issueDate: moment,
  /** Percent. */
  score: v.number(),
  /** Percent: in eight of ten cases the holder's share of all questions of the bank is in it. */
  band: v.object({ low: v.number(), high: v.number() }),
  /** Questions behind the score, in sets of ten. */
  questions: v.number(),
  sets: v.number(),
  /** Counted attempts until this score; null: issued before they were counted. */
  attempt: v.nullable(v.number()),
  /** What was checked of the holder's name. */
  nameState: v.string(),
  /** An expert had reviewed the questions. */
  isReviewed: v.boolean(),
  topics: v.array(v.object({ topic: v.string(), title: v.string(), points: v.number(), of: v.number() })),
  /** Time of the lookup. */
  verificationDate: moment,
  /** Null: a sample, which does not expire. */
  expiresAt: v.nullable(moment),
  revokedAt: v.nullable(moment),
  revokeReason: v.nullable(v.string()),
  /** Hash of its entry in the public log; null without an entry. */
  blockchainHash: v.nullable(v.string()),
  /** Position in the public log; null without an entry. */
  proof: v.nullable(v.object({ leafHash: v.string(), logIndex: v.number() })),
  /** `test` and `sample` prove nothing about anyone. */
  mode: v.picklist(['live', 'test', 'sample']),
  /** URL of the page that checks it. */
  url: v.string(),
})

/** A work sample that the holder shows with a TrustTag. */
const shownSample = v.object({
  /** Media type. */
  type: v.string(),
  sizeBytes: v.number(),
  /** Whether the signed TrustTag contains the digest of this file. */
  isSealed: v.boolean(),
  /** SHA-256 of the file, hexadecimal, to compare it with the signed TrustTag. */
  digest: v.string(),
  url: v.string(),
})

/** The same, with the public check. */
export const checkedTag = v.object({
  ...verifiedTag.entries,
  /** Files that the holder shows. They were not assessed. */
  samples: v.array(shownSample),
  /** The overall result, for people. */
  words: v.object({ title: v.string(), text: v.string() }),
  /** The same check that anyone can run on the files. */
  report: proofReport,
  /** URLs of the checked files; null until signed and in the log. */
  files: v.nullable(v.object({ credential: v.string(), proof: v.string() })),
})

/** The same, as its holder sees it. */
export const heldTag = v.object({
  ...verifiedTag.entries,
  attemptId: v.string(),
  visibility,
  /** Base URL of its public files (`proof-paths`), which never changes. */
  filesUrl: v.string(),
})

/** A file of the attempt behind a TrustTag, for its holder. */
const heldSample = v.object({
  id: v.string(),
  name: v.string(),
  type: v.string(),
  sizeBytes: v.number(),
  /** Added before the issue: the TrustTag contains its digest. */
  isSealed: v.boolean(),
  /** Anyone who checks the TrustTag sees it. */
  isShown: v.boolean(),
})

/** A text to save under this name. */
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
      /** As confirmed by the person. It can't be changed on the TrustTag. */
      holderName,
      /** Default: `LINK`. */
      visibility: v.optional(wantedVisibility),
    }),
    output: heldTag,
  },
  listTags: { input: nothing, output: v.object({ tags: v.array(heldTag) }) },
  updateTag: { input: v.object({ visibility: wantedVisibility }), output: heldTag },
  listTagSamples: { input: nothing, output: v.object({ samples: v.array(heldSample) }) },
  showTagSamples: {
    input: v.object({
      /** All files to be shown; the others are hidden. */
      sampleIds: v.pipe(
        v.array(id, 'invalid-field-type'),
        v.maxLength(WORK_SAMPLES_PER_ATTEMPT_MAX, 'field-limit-exceeded'),
      ),
    }),
    output: v.object({ samples: v.array(heldSample) }),
  },
  noteShare: { input: nothing, output: v.object({ trustTagId: v.string() }) },
  getCertificateText: { input: nothing, output: textFile },
  getOwnTagFile: { input: nothing, output: v.instance(Uint8Array) },
  verifyTag: { input: nothing, output: checkedTag },
} satisfies SchemasFor<typeof tagEndpoints>

export type VerifiedTag = v.InferOutput<typeof verifiedTag>
export type CheckedTag = v.InferOutput<typeof checkedTag>
export type ShownSample = v.InferOutput<typeof shownSample>
export type HeldSample = v.InferOutput<typeof heldSample>
export type HeldTag = v.InferOutput<typeof heldTag>
export type TextFile = v.InferOutput<typeof textFile>
