import * as v from 'valibot'
import { MEMBER_JSON_MAX_BYTES, PATH_MAX_CHARS } from '../../../contract/limits'
import { paymentStatuses, planConnection } from '../../../contract/entities'
import { email, id, json, metaData } from '../../../contract/schemas/fields'
import { parseUrl } from '../../../contract/parse-url'
import { providerKey } from '../definitions/provider-key'
import { sitePath } from '../definitions/site-path'

const text = v.string('invalid-field-type')
/** Of somebody else's making: nothing is known of it but that it is a word. */
const foreignId = v.pipe(text, v.regex(/^[\x21-\x7E]{1,255}$/u, 'invalid-field-value'))
const EARLIEST = Date.UTC(1990, 0)

/** ISO 8601. */
const moment = v.pipe(
  text,
  v.transform((written) => Date.parse(written)),
  v.check((time) => Number.isFinite(time) && time >= EARLIEST, 'invalid-field-value'),
)

/** What paid for a plan: with it the connection goes on being billed, and followed, as before. */
const purchaseEntry = v.object({
  id: foreignId,
  provider: v.picklist(['stripe', 'test'], 'invalid-field-value'),
  sessionId: v.nullable(foreignId),
  externalId: v.nullable(foreignId),
  couponId: v.nullable(foreignId),
  /** As it was ordered. */
  priceId: foreignId,
  createdAt: moment,
  paymentStatus: v.picklist(paymentStatuses, 'invalid-field-value'),
  amountMinor: v.pipe(v.number('invalid-field-type'), v.safeInteger('invalid-field-value')),
  currency: v.pipe(text, v.regex(/^[a-z]{3}$/u, 'invalid-field-value')),
  lastBilledAt: v.nullable(moment),
  nextBillingAt: v.nullable(moment),
  cancelAt: v.nullable(moment),
})

const planEntry = v.object({
  id: v.optional(foreignId),
  planId: id,
  priceId: v.optional(v.nullable(foreignId), null),
  status: v.optional(v.picklist(planConnection.entries.status.options, 'invalid-field-value'), 'ACTIVE'),
  createdAt: v.optional(moment),
  purchase: v.optional(v.nullable(purchaseEntry), null),
})

const providerEntry = v.object({
  provider: providerKey,
  accountId: v.pipe(text, v.regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u, 'invalid-field-value')),
  createdAt: v.optional(moment),
})

/** Members with more are none. */
const LIST_MAX = 100

const list = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item, 'invalid-field-type'), v.maxLength(LIST_MAX, 'field-limit-exceeded'))

/** A member of a file. Custom fields are checked apart, by the app's own. What is absent is not spoken of. */
export const memberEntry = v.object({
  id: v.optional(v.nullable(text)),
  email,
  verified: v.optional(v.boolean('invalid-field-type')),
  passwordHash: v.optional(v.nullable(v.pipe(text, v.maxLength(512, 'unsupported-password-hash')))),
  profileImage: v.optional(
    v.nullable(
      v.pipe(text, v.maxLength(PATH_MAX_CHARS, 'field-limit-exceeded'), v.check(isWebAddress, 'invalid-field-value')),
    ),
  ),
  loginRedirect: v.optional(
    v.nullable(
      v.pipe(
        sitePath,
        v.maxLength(PATH_MAX_CHARS, 'field-limit-exceeded'),
        // Half a character cannot be stored.
        v.check((path) => !/\p{Cs}/u.test(path), 'invalid-field-value'),
      ),
    ),
  ),
  stripeCustomerId: v.optional(v.nullable(foreignId)),
  customFields: v.optional(v.unknown()),
  metaData: v.optional(metaData),
  json: v.optional(
    v.pipe(
      json,
      v.check((value) => Buffer.byteLength(JSON.stringify(value)) <= MEMBER_JSON_MAX_BYTES, 'field-limit-exceeded'),
    ),
  ),
  createdAt: v.optional(moment),
  lastLogin: v.optional(v.nullable(moment)),
  plans: v.optional(
    list(
      v.union(
        [
          v.pipe(
            id,
            v.transform((planId) => ({ planId })),
            planEntry,
          ),
          planEntry,
        ],
        'invalid-field-value',
      ),
    ),
    [],
  ),
  providers: v.optional(list(providerEntry), []),
})
export type MemberEntry = v.InferOutput<typeof memberEntry>
export type PlanEntry = MemberEntry['plans'][number]

function isWebAddress(value: string): boolean {
  if (/[\p{Cc}\p{Cs}\s]/u.test(value)) return false
  return ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '')
}
