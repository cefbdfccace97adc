import * as v from 'valibot'
import type { ImportRowError } from '../../../contract/admin/schemas/transfer'
import { type CustomFieldValue, paymentStatuses, planConnection } from '../../../contract/entities'
import type { ErrorCode } from '../../../contract/errors'
import { MEMBER_JSON_MAX_BYTES, PATH_MAX_CHARS } from '../../../contract/limits'
import { readIsoMoment } from '../../../contract/iso-moment'
import { parseUrl } from '../../../contract/parse-url'
import * as memberFields from '../../../contract/schemas/fields'
import { ApiError, codeOf } from '../../lib/errors'
import type { PasswordHasher } from '../accounts/hasher'
import { type AppDefinition, type CustomFieldDefinition, providerKey, sitePath } from '../apps/definition'
import { readAdminCustomFields } from '../members/fields'
import { toIso, toIsoOrNull } from '../../lib/clock'
import type { MemberRow } from '../members/repository'
import type { PurchaseRow } from '../payments/repository'
import type { PlanConnectionRow } from '../plans/repository'
import type { OwnedRecords } from './repository'

export interface RawRow {
  /** From 1. */
  row: number
  entry: unknown
  /** Length of its text in the file. */
  chars: number
}

export interface RawFile {
  rows: RawRow[]
  /** Unknown columns. */
  ignored: string[]
}

/** A row that is valid by itself. */
export interface CheckedRow {
  row: number
  entry: Omit<MemberEntry, 'customFields'> & { customFields: Record<string, CustomFieldValue> | undefined }
}

interface EntryCheck {
  app: Pick<AppDefinition, 'customFields' | 'plans'>
  hasher: Pick<PasswordHasher, 'refusalOf'>
  ignored: Set<string>
}

type Refuse = (field: string, code: ErrorCode, message?: string) => void

/** What a wrong field must look like, by the last key of its path. */
const forms: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['createdAt', 'lastLogin', 'lastBilledAt', 'nextBillingAt', 'cancelAt'].map((key) => [
      key,
      'Write it as YYYY-MM-DD, or with a time as YYYY-MM-DDTHH:MM:SSZ.',
    ]),
  ),
  verified: 'Write it as true or false.',
  metaData: 'Write it as a JSON object.',
  json: 'Write it as a JSON object.',
  amountMinor: 'Write it as a whole number, in the smallest unit of the currency.',
  currency: 'Write it as three small letters, such as usd.',
}

const fieldForms: Readonly<Partial<Record<CustomFieldDefinition['type'], string>>> = {
  date: 'Write it as YYYY-MM-DD.',
  number: 'Write it in digits, with a point before decimals.',
  checkbox: 'Write it as true or false.',
  select: 'Write it as one of the field’s options.',
  url: 'Write it as a URL that starts with https:// or http://.',
}

/** Checks a row as the API checks input. Errors name every wrong field and its form, never a value. */
export function checkEntry(check: EntryCheck, { row, entry }: RawRow): CheckedRow | ImportRowError[] {
  const errors: ImportRowError[] = []
  const refuse: Refuse = (field, code, message) => {
    if (errors.some((known) => known.field === field)) return
    errors.push({ row, field, code, ...(message !== undefined && { message }) })
  }
  const parsed = v.safeParse(memberEntry, entry, { abortPipeEarly: true })
  for (const issue of parsed.issues ?? []) {
    const path = v.getDotPath(issue)?.split('.') ?? ['row']
    refuse(path[0] ?? 'row', codeOf(issue), isForm(issue.message) ? formOf(path) : undefined)
  }
  if (!parsed.success) return errors
  collectUnknown(check, entry)
  const { customFields: sent, ...fields } = parsed.output
  const customFields = readFields(check, sent, refuse)
  checkHash(check, fields, refuse)
  for (const plan of fields.plans) checkPlan(check, plan, refuse)
  if (hasDuplicates(fields.plans.map(({ planId }) => planId))) refuse('plans', 'already-have-plan')
  if (hasDuplicates(fields.providers.map(({ provider }) => provider))) refuse('providers', 'account-already-connected')
  return errors.length > 0 ? errors : { row, entry: { ...fields, customFields } }
}

/** Other codes have another cause than the form, such as a length. */
const isForm = (code: string): boolean => code === 'invalid-field-value' || code === 'invalid-field-type'

function formOf(path: readonly string[]): string | undefined {
  const key = path.at(-1) ?? ''
  return Object.hasOwn(forms, key) ? forms[key] : undefined
}

/** Only in exports. */
const EXPORT_ONLY = 'hasPassword'

function collectUnknown({ ignored }: EntryCheck, entry: unknown): void {
  const keys = typeof entry === 'object' && entry !== null ? Object.keys(entry) : []
  for (const key of keys) if (key !== EXPORT_ONLY && !Object.hasOwn(memberEntry.entries, key)) ignored.add(key)
}

function readFields(
  { app, ignored }: EntryCheck,
  sent: unknown,
  refuse: Refuse,
): Record<string, CustomFieldValue> | undefined {
  if (sent === undefined) return undefined
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    refuse('customFields', 'invalid-field-type')
    return undefined
  }
  const read: Record<string, CustomFieldValue>[] = []
  for (const [key, value] of Object.entries(sent)) {
    const field = app.customFields.find((known) => known.key === key)
    if (!field) ignored.add(`customFields.${key}`)
    else
      try {
        read.push(readAdminCustomFields({ customFields: [field] }, { [key]: value }))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        refuse(`customFields.${key}`, error.code, isForm(error.code) ? fieldForms[field.type] : undefined)
      }
  }
  return Object.assign({}, ...read)
}

function checkHash({ hasher }: EntryCheck, { passwordHash }: Pick<MemberEntry, 'passwordHash'>, refuse: Refuse): void {
  const refusal = typeof passwordHash === 'string' ? hasher.refusalOf(passwordHash) : null
  if (refusal !== null) refuse('passwordHash', refusal)
}

/** A paid plan needs its purchase: no paid plan is free, and no billing is without a record. */
function checkPlan({ app }: EntryCheck, { planId, priceId, purchase }: PlanEntry, refuse: Refuse): void {
  const plan = app.plans.find((one) => one.id === planId)
  if (!plan) refuse('plans', 'plan-not-found')
  else if ((priceId === null) !== (purchase === null)) refuse('plans', 'invalid-field-value')
  else if (priceId === null && plan.prices.length > 0) refuse('plans', 'plan-not-free')
}

const hasDuplicates = (names: readonly string[]): boolean => new Set(names).size < names.length

const text = v.string('invalid-field-type')
/** An ID of another system. */
const foreignId = v.pipe(text, v.regex(/^[\x21-\x7E]{1,255}$/u, 'invalid-field-value'))
const EARLIEST = Date.UTC(1990, 0)

const moment = v.pipe(
  text,
  v.transform((written) => readIsoMoment(written.trim()) ?? Number.NaN),
  v.check((time) => time >= EARLIEST, 'invalid-field-value'),
)

/** A plan's purchase, with which billing continues. */
const purchaseEntry = v.object({
  id: foreignId,
  provider: v.picklist(['stripe', 'test'], 'invalid-field-value'),
  sessionId: v.nullable(foreignId),
  externalId: v.nullable(foreignId),
  couponId: v.nullable(foreignId),
  /** As ordered. */
  priceId: foreignId,
  createdAt: moment,
  paymentStatus: v.picklist(paymentStatuses, 'invalid-field-value'),
  amountMinor: v.pipe(
    v.number('invalid-field-type'),
    v.safeInteger('invalid-field-value'),
    v.minValue(0, 'invalid-field-value'),
  ),
  currency: v.pipe(text, v.regex(/^[a-z]{3}$/u, 'invalid-field-value')),
  lastBilledAt: v.nullable(moment),
  nextBillingAt: v.nullable(moment),
  cancelAt: v.nullable(moment),
})

const planEntry = v.object({
  id: v.optional(foreignId),
  planId: memberFields.id,
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

const LIST_MAX = 100

const list = <Item extends v.GenericSchema>(item: Item) =>
  v.pipe(v.array(item, 'invalid-field-type'), v.maxLength(LIST_MAX, 'field-limit-exceeded'))

/** Custom fields are checked by the app's definition. Absent fields change nothing. */
const memberEntry = v.object({
  id: v.optional(v.nullable(text)),
  email: memberFields.email,
  verified: v.optional(v.boolean('invalid-field-type')),
  passwordHash: v.optional(v.nullable(v.pipe(text, v.maxLength(512, 'unsupported-password-hash')))),
  profileImage: v.optional(
    v.nullable(
      v.pipe(text, v.maxLength(PATH_MAX_CHARS, 'field-limit-exceeded'), v.check(isWebUrl, 'invalid-field-value')),
    ),
  ),
  loginRedirect: v.optional(
    v.nullable(
      v.pipe(
        sitePath,
        v.maxLength(PATH_MAX_CHARS, 'field-limit-exceeded'),
        // A lone surrogate cannot be stored.
        v.check((path) => !/\p{Cs}/u.test(path), 'invalid-field-value'),
      ),
    ),
  ),
  stripeCustomerId: v.optional(v.nullable(foreignId)),
  customFields: v.optional(v.unknown()),
  metaData: v.optional(memberFields.metaData),
  json: v.optional(
    v.pipe(
      memberFields.json,
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
            memberFields.id,
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
type MemberEntry = v.InferOutput<typeof memberEntry>
export type PlanEntry = MemberEntry['plans'][number]

function isWebUrl(value: string): boolean {
  if (/[\p{Cc}\p{Cs}\s]/u.test(value)) return false
  return ['http:', 'https:'].includes(parseUrl(value)?.protocol ?? '')
}

/** Everything that an import needs to create the same member. */
export type TransferredMember = ReturnType<typeof toTransferredMember>

/** @param withHash only on request: hashes can be attacked offline */
export function toTransferredMember(member: MemberRow, records: OwnedRecords, withHash: boolean) {
  const { id, email, verified, passwordHash, profileImage, loginRedirect, stripeCustomerId } = member
  return {
    id,
    email,
    verified,
    hasPassword: passwordHash !== null,
    ...(withHash && { passwordHash }),
    profileImage,
    loginRedirect,
    stripeCustomerId,
    customFields: member.customFields,
    metaData: member.metaData,
    json: member.json,
    createdAt: toIso(member.createdAt),
    lastLogin: toIsoOrNull(member.lastLoginAt),
    plans: records.connections.map((connection) => toPlan(connection, records.purchases)),
    providers: records.accounts.map(({ provider, subject, createdAt }) => ({
      provider,
      accountId: subject,
      createdAt: toIso(createdAt),
    })),
  }
}

function toPlan({ id, planId, priceId, status, createdAt, purchase }: PlanConnectionRow, rows: readonly PurchaseRow[]) {
  const row = rows.find((one) => one.id === purchase?.id)
  return {
    id,
    planId,
    priceId,
    status,
    createdAt: toIso(createdAt),
    purchase: purchase && row ? toPurchase(purchase, row) : null,
  }
}

const toPurchase = (
  { paymentStatus, amountMinor, currency, ...dates }: NonNullable<PlanConnectionRow['purchase']>,
  { id, provider, sessionId, externalId, couponId, priceId, createdAt }: PurchaseRow,
) => ({
  id,
  provider,
  sessionId,
  externalId,
  couponId,
  priceId,
  createdAt: toIso(createdAt),
  paymentStatus,
  amountMinor,
  currency,
  lastBilledAt: toIsoOrNull(dates.lastBilledAt),
  nextBillingAt: toIsoOrNull(dates.nextBillingAt),
  cancelAt: toIsoOrNull(dates.cancelAt),
})
