import type { OwnerScope } from '../apps/definition'
import * as v from 'valibot'
import { customFieldValue } from '../../../contract/entities'
import type { CustomFieldValue } from '../../../contract/entities'
import type { Db, Tx } from '../../database/db'
import { olderThan } from '../../database/sql'
import type { PageCursor } from '../../database/sql'
import type { Tables } from '../../database/tables'
import type { ProfileContent } from '../members/repository'

export type CodeRow = Tables['codes']
export type CodePurpose = CodeRow['purpose']

export type EmailCodeRow = Tables['emailCodes']
export type EmailCodePurpose = EmailCodeRow['purpose']

export type AccountEmail = Pick<EmailCodeRow, 'appId' | 'mode' | 'email'>

export interface EmailChangeRow extends Omit<Tables['emailChanges'], 'wordsBefore'> {
  wordsBefore: ProfileContent | null
}

export interface SignupRecordRow extends Omit<Tables['signupRecords'], 'customFields'> {
  customFields: Record<string, CustomFieldValue>
}

/** Replaces the open code of this purpose, if neither has a request token. */
export async function insertCode({ kysely }: Db, code: CodeRow): Promise<void> {
  await kysely
    .insertInto('codes')
    .values(code)
    .onConflict((conflict) =>
      conflict.columns(['memberId', 'purpose']).where('requestDigest', 'is', null).doUpdateSet(code),
    )
    .execute()
}

/** @param requestDigest of the code's request; null: the newest without one */
export async function findOpenCode(
  db: Db,
  memberId: string,
  { purpose, now, requestDigest = null }: { purpose: CodePurpose; now: number; requestDigest?: string | null },
): Promise<CodeRow | null> {
  const row = await openCodes(db, purpose, now)
    .where('memberId', '=', memberId)
    .where('requestDigest', requestDigest === null ? 'is' : '=', requestDigest)
    .executeTakeFirst()
  return row ?? null
}

export async function findCodeByLink(
  db: Db,
  linkDigest: string,
  purpose: CodePurpose,
  now: number,
): Promise<CodeRow | null> {
  return (await openCodes(db, purpose, now).where('linkDigest', '=', linkDigest).executeTakeFirst()) ?? null
}

/** The newest open code without a request token, requested from this IP address. */
export async function findNewestCodeFrom(
  db: Db,
  requestedFrom: string,
  { appId, mode, purpose }: Pick<CodeRow, 'appId' | 'mode' | 'purpose'>,
  now: number,
): Promise<CodeRow | null> {
  const row = await openCodes(db, purpose, now)
    .where('requestedFrom', '=', requestedFrom)
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('requestDigest', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Atomic, so that parallel guesses share the tries. @returns false when none was left */
export async function decrementCodeTries({ kysely }: Db, id: string): Promise<boolean> {
  const result = await kysely
    .updateTable('codes')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where('id', '=', id)
    .where('triesLeft', '>', 0)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** A code works once. @returns false when another request was first */
export async function consumeCode({ kysely }: Db, id: string): Promise<boolean> {
  const result = await kysely.deleteFrom('codes').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

export async function deleteCodesOfMember({ kysely }: Db, memberId: string, purpose?: CodePurpose): Promise<void> {
  const codes = kysely.deleteFrom('codes').where('memberId', '=', memberId)
  await (purpose === undefined ? codes : codes.where('purpose', '=', purpose)).execute()
}

/** Replaces the open code of this email and purpose, if neither has a request token. */
export async function insertEmailCode({ kysely }: Db, code: EmailCodeRow): Promise<void> {
  await kysely
    .insertInto('emailCodes')
    .values(code)
    .onConflict((conflict) =>
      conflict.columns(['appId', 'mode', 'email', 'purpose']).where('requestDigest', 'is', null).doUpdateSet(code),
    )
    .execute()
}

/**
 * Atomic, so that parallel guesses share the tries.
 * @param requestDigest of the code's request; null: the one without
 * @returns null without a code or a try left
 */
export async function takeEmailCodeTry(
  { kysely }: Db,
  account: AccountEmail,
  { purpose, now, requestDigest = null }: { purpose: EmailCodePurpose; now: number; requestDigest?: string | null },
): Promise<EmailCodeRow | null> {
  const row = await kysely
    .updateTable('emailCodes')
    .set(({ eb }) => ({ triesLeft: eb('triesLeft', '-', 1) }))
    .where((eb) => eb.and(scopeOf(account)))
    .where('purpose', '=', purpose)
    .where('requestDigest', requestDigest === null ? 'is' : '=', requestDigest)
    .where('expiresAt', '>', now)
    .where('triesLeft', '>', 0)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** A code works once. @returns false when another request was first */
export async function consumeEmailCode({ kysely }: Db, id: string): Promise<boolean> {
  const result = await kysely.deleteFrom('emailCodes').where('id', '=', id).executeTakeFirst()
  return result.numDeletedRows === 1n
}

/** Of any app: the caller compares. */
export async function findEmailCodeByLink(
  { kysely }: Db,
  linkDigest: string,
  now: number,
): Promise<EmailCodeRow | null> {
  const row = await kysely
    .selectFrom('emailCodes')
    .selectAll()
    .where('linkDigest', '=', linkDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** The link ends. @returns false when another request was first */
export async function replaceByCode(
  { kysely }: Db,
  { id, linkDigest }: Pick<EmailCodeRow, 'id' | 'linkDigest'>,
  next: Pick<EmailCodeRow, 'codeDigest' | 'triesLeft'>,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('emailCodes')
    .set({ ...next, linkDigest: null })
    .where('id', '=', id)
    .where('linkDigest', '=', linkDigest)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteEmailCodes({ kysely }: Db, account: AccountEmail): Promise<void> {
  await kysely
    .deleteFrom('emailCodes')
    .where((eb) => eb.and(scopeOf(account)))
    .execute()
}

export async function insertEmailChange({ kysely }: Db, change: EmailChangeRow): Promise<void> {
  const wordsBefore = change.wordsBefore && JSON.stringify(change.wordsBefore)
  await kysely
    .insertInto('emailChanges')
    .values({ ...change, wordsBefore })
    .execute()
}

export async function findEmailChangeByLink(db: Db, linkDigest: string, now: number): Promise<EmailChangeRow | null> {
  const row = await openEmailChanges(db, now).where('linkDigest', '=', linkDigest).executeTakeFirst()
  return row ? toEmailChange(row) : null
}

/** The still revertible change away from this address. */
export async function findEmailChangeByEmail(
  db: Db,
  account: AccountEmail,
  now: number,
): Promise<EmailChangeRow | null> {
  const row = await openEmailChanges(db, now)
    .where((eb) => eb.and(scopeOf(account)))
    .executeTakeFirst()
  return row ? toEmailChange(row) : null
}

/** The latest that can still be reverted. */
export async function findLatestEmailChange(db: Db, memberId: string, now: number): Promise<EmailChangeRow | null> {
  const row = await openEmailChanges(db, now).where('memberId', '=', memberId).executeTakeFirst()
  return row ? toEmailChange(row) : null
}

/** Also deletes the member's later changes. @returns the stored change; null when another request was first */
export async function consumeEmailChange(
  { kysely }: Tx,
  { id, memberId, createdAt }: EmailChangeRow,
): Promise<EmailChangeRow | null> {
  const taken = await kysely.deleteFrom('emailChanges').where('id', '=', id).returningAll().executeTakeFirst()
  const later = kysely.deleteFrom('emailChanges').where('memberId', '=', memberId).where('createdAt', '>=', createdAt)
  await later.execute()
  return taken ? toEmailChange(taken) : null
}

/** For changes without a saved profile: a mail has just proven the current address. */
export async function saveContentBefore({ kysely }: Db, memberId: string, content: ProfileContent): Promise<void> {
  await kysely
    .updateTable('emailChanges')
    .set({ wordsBefore: JSON.stringify(content) })
    .where('memberId', '=', memberId)
    .where('wordsBefore', 'is', null)
    .execute()
}

/** Both kinds of codes, and email changes that can no longer be reverted. */
export async function deleteExpiredCodes({ kysely }: Db, now: number): Promise<void> {
  for (const table of ['codes', 'emailCodes', 'emailChanges'] as const)
    await kysely.deleteFrom(table).where('expiresAt', '<=', now).execute()
}

export async function insertSignupRecord({ kysely }: Db, record: SignupRecordRow): Promise<void> {
  await kysely
    .insertInto('signupRecords')
    .values({ ...record, customFields: JSON.stringify(record.customFields) })
    .execute()
}

export async function findSignupRecord({ kysely }: Db, id: string): Promise<SignupRecordRow | null> {
  const row = await kysely.selectFrom('signupRecords').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toSignupRecord(row) : null
}

/** Newest first. @param before end of the previous page; null for the first */
export async function listSignupRecords(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  limit: number,
  before: PageCursor | null,
): Promise<SignupRecordRow[]> {
  const rows = await kysely
    .selectFrom('signupRecords')
    .selectAll()
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where(olderThan('createdAt', 'id', before))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toSignupRecord)
}

export async function deleteSignupRecords({ kysely }: Db, memberId: string): Promise<void> {
  await kysely.deleteFrom('signupRecords').where('memberId', '=', memberId).execute()
}

const openCodes = ({ kysely }: Db, purpose: CodePurpose, now: number) =>
  kysely.selectFrom('codes').selectAll().where('expiresAt', '>', now).where('purpose', '=', purpose)

const openEmailChanges = ({ kysely }: Db, now: number) =>
  kysely.selectFrom('emailChanges').selectAll().where('expiresAt', '>', now).orderBy('id', 'desc')

/** Callers pass members, which have more columns. */
const scopeOf = ({ appId, mode, email }: AccountEmail): AccountEmail => ({ appId, mode, email })

const toEmailChange = (row: Tables['emailChanges']): EmailChangeRow => ({
  ...row,
  wordsBefore: row.wordsBefore === null ? null : JSON.parse(row.wordsBefore),
})

const storedFields = v.record(v.string(), customFieldValue)

const toSignupRecord = ({ customFields, ...row }: Tables['signupRecords']): SignupRecordRow => ({
  ...row,
  customFields: v.parse(storedFields, JSON.parse(customFields)),
})
