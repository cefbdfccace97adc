import * as v from 'valibot'
import type { ImportRowError } from '../../../contract/admin/schemas/transfer'
import type { CustomFieldValue } from '../../../contract/entities'
import type { ErrorCode } from '../../../contract/errors'
import type { PasswordHasher } from '../../ports/password-hasher'
import { ApiError, codeOf } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'
import { readAdminCustomFields } from '../../features/members/fields'
import { memberEntry } from './member-entry'
import type { MemberEntry, PlanEntry } from './member-entry'
import type { RawRow } from './raw-row'

/** A member of a file that the app could have, as far as the file alone can tell. */
export interface CheckedRow {
  row: number
  entry: Omit<MemberEntry, 'customFields'> & { customFields: Record<string, CustomFieldValue> | undefined }
}

export interface EntryCheck {
  app: Pick<AppDefinition, 'customFields' | 'plans'>
  hasher: Pick<PasswordHasher, 'refusalOf'>
  /** Gets the keys that nothing here knows, and those of custom fields that the app does not have. */
  ignored: Set<string>
}

type Refuse = (field: string, code: ErrorCode) => void

/** Checks a row as the API checks what is sent to it. Every field that is wrong is named, and never what stands in it. */
export function checkEntry(check: EntryCheck, { row, entry }: RawRow): CheckedRow | ImportRowError[] {
  const errors: ImportRowError[] = []
  const refuse: Refuse = (field, code) => {
    if (!errors.some((known) => known.field === field)) errors.push({ row, field, code })
  }
  const parsed = v.safeParse(memberEntry, entry, { abortPipeEarly: true })
  for (const issue of parsed.issues ?? []) refuse(v.getDotPath(issue)?.split('.')[0] ?? 'row', codeOf(issue))
  if (!parsed.success) return errors
  noteUnknown(check, entry)
  const { customFields: sent, ...fields } = parsed.output
  const customFields = readFields(check, sent, refuse)
  checkHash(check, fields, refuse)
  for (const plan of fields.plans) checkPlan(check, plan, refuse)
  if (hasTwins(fields.plans.map(({ planId }) => planId))) refuse('plans', 'already-have-plan')
  if (hasTwins(fields.providers.map(({ provider }) => provider))) refuse('providers', 'account-already-connected')
  return errors.length > 0 ? errors : { row, entry: { ...fields, customFields } }
}

/** What an export says besides. */
const TOLD_ONLY = 'hasPassword'

function noteUnknown({ ignored }: EntryCheck, entry: unknown): void {
  const keys = typeof entry === 'object' && entry !== null ? Object.keys(entry) : []
  for (const key of keys) if (key !== TOLD_ONLY && !Object.hasOwn(memberEntry.entries, key)) ignored.add(key)
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
        refuse(`customFields.${key}`, error.code)
      }
  }
  return Object.assign({}, ...read)
}

function checkHash({ hasher }: EntryCheck, { passwordHash }: Pick<MemberEntry, 'passwordHash'>, refuse: Refuse): void {
  const refusal = typeof passwordHash === 'string' ? hasher.refusalOf(passwordHash) : null
  if (refusal !== null) refuse('passwordHash', refusal)
}

/** Who pays for a plan says with what: nobody gets for nothing what others pay for, and nobody is billed unseen. */
function checkPlan({ app }: EntryCheck, { planId, priceId, purchase }: PlanEntry, refuse: Refuse): void {
  const plan = app.plans.find(({ id }) => id === planId)
  if (!plan) refuse('plans', 'plan-not-found')
  else if ((priceId === null) !== (purchase === null)) refuse('plans', 'invalid-field-value')
  else if (priceId === null && plan.prices.length > 0) refuse('plans', 'plan-not-free')
}

const hasTwins = (names: readonly string[]): boolean => new Set(names).size < names.length
