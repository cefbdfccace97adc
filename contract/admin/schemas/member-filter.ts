import * as v from 'valibot'
import { readIsoMoment } from '../../iso-moment'
import { MEMBER_SEARCH_MAX_CHARS, MEMBER_TERM_MAX_CHARS } from '../../limits'
import { email, id } from '../../schemas/fields'

/** In a query `true` or `false` as text. */
const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'invalid-field-value'),
  v.transform((sent) => sent === true || sent === 'true'),
)

/** ISO 8601: a day, or a time with its zone. @returns epoch milliseconds */
const moment = v.pipe(
  v.string('invalid-field-type'),
  v.regex(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/u, 'invalid-field-value'),
  v.transform((text) => readIsoMoment(text) ?? Number.NaN),
  v.check((time) => !Number.isNaN(time), 'invalid-field-value'),
)

const withoutNul = v.check((text: string) => !text.includes('\u0000'), 'invalid-field-value')
const text = v.pipe(v.string(), v.maxLength(MEMBER_TERM_MAX_CHARS, 'field-limit-exceeded'), withoutNul)
/** JSON has numbers like 1e999, which become infinite. */
const finite = v.pipe(v.number(), v.minValue(-Number.MAX_VALUE), v.maxValue(Number.MAX_VALUE))
const bound = v.union([finite, text], 'invalid-field-type')
const fieldCondition = v.strictObject({
  is: v.optional(v.union([v.boolean(), bound], 'invalid-field-type')),
  from: v.optional(bound),
  to: v.optional(bound),
})

/** By key of a filterable field. A value alone means `is`. In a query as JSON. */
const fieldConditions = v.pipe(
  v.record(v.string(), v.union([v.boolean(), bound, fieldCondition], 'invalid-field-type'), 'invalid-field-type'),
  v.transform((sent) =>
    Object.fromEntries(
      Object.entries(sent).map(([key, one]) => [key, typeof one === 'object' ? one : { is: one }] as const),
    ),
  ),
)
const jsonConditions = v.pipe(
  v.string('invalid-field-type'),
  v.maxLength(2_000, 'field-limit-exceeded'),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      const parsed: unknown = JSON.parse(dataset.value)
      return parsed
    } catch {
      addIssue({ message: 'invalid-field-value' })
      return NEVER
    }
  }),
  fieldConditions,
)

/** Conditions of the list, of counts and of jobs. All must hold. */
export const memberFilterEntries = {
  planId: v.optional(id),
  /** Status of a plan connection; with `planId`, of that plan. */
  status: v.optional(
    v.picklist(
      ['ACTIVE', 'TRIALING', 'REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION', 'CANCELED'],
      'invalid-field-value',
    ),
  ),
  failedPayment: v.optional(flag),
  /** Pays for a running subscription now: neither a trial nor a failed payment. */
  subscribed: v.optional(flag),
  /** Has a charge, refund or dispute in the time. `To` is not included. */
  paidFrom: v.optional(moment),
  paidTo: v.optional(moment),
  /** The first charge is in the time. */
  firstPaidFrom: v.optional(moment),
  firstPaidTo: v.optional(moment),
  email: v.optional(email),
  /** Each word is the beginning of a word of the email address, the ID, a name or a filterable text. */
  search: v.optional(
    v.pipe(
      v.string('invalid-field-type'),
      v.trim(),
      v.nonEmpty('required-field-missing'),
      v.maxLength(MEMBER_SEARCH_MAX_CHARS, 'field-limit-exceeded'),
      withoutNul,
    ),
  ),
  verified: v.optional(flag),
  suspended: v.optional(flag),
  /** Provider of a connected account, such as `google`. */
  provider: v.optional(v.pipe(v.string('invalid-field-type'), v.regex(/^[a-z]{1,40}$/u, 'invalid-field-value'))),
  /** `To` is not included. */
  joinedFrom: v.optional(moment),
  joinedTo: v.optional(moment),
  lastLoginFrom: v.optional(moment),
  lastLoginTo: v.optional(moment),
} as const

export const memberQueryFilter = { ...memberFilterEntries, fields: v.optional(jsonConditions) } as const
export const memberBodyFilter = v.strictObject(
  { ...memberFilterEntries, fields: v.optional(fieldConditions) },
  'unknown-parameter',
)
