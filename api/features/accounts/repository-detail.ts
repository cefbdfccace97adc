import type { TimelineRow } from '../../../contract/admin/schemas/members'
import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'
import { toIso } from '../../lib/clock'
import type { MemberRow } from '../members/repository'

/** Sessions and notes of one page. */
const LISTED_MAX = 50

export async function findSuspension({ kysely }: Db, memberId: string): Promise<number | null> {
  const row = await kysely.selectFrom('members').select('suspendedAt').where('id', '=', memberId).executeTakeFirst()
  return row?.suspendedAt ?? null
}

/** Newest first. */
export async function listSessionsOfMember({ kysely }: Db, memberId: string, now: number) {
  const rows = await kysely
    .selectFrom('sessions')
    .select(['createdAt', 'expiresAt', 'sessionId'])
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .where('isFormer', '=', 0)
    .orderBy('createdAt', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ sessionId: id, createdAt, expiresAt }) => ({
    id,
    startedAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
  }))
}

/** @param id undefined: all @returns how many */
export async function deleteSessionOfMember({ kysely }: Tx, memberId: string, id?: string): Promise<number> {
  const all = kysely.deleteFrom('sessions').where('memberId', '=', memberId)
  const ended = await (id === undefined ? all : all.where('sessionId', '=', id)).returning('isFormer').execute()
  return ended.filter(({ isFormer }) => isFormer === 0).length
}

export async function insertMemberNote({ kysely }: Tx, note: Tables['memberNotes']): Promise<void> {
  await kysely.insertInto('memberNotes').values(note).execute()
}

/** Newest first. */
export async function listMemberNotes({ kysely }: Db, memberId: string) {
  const rows = await kysely
    .selectFrom('memberNotes')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ id, note, author, createdAt }) => ({ id, text: note, author, createdAt: toIso(createdAt) }))
}

/** @returns false if the member has no such note */
export async function markNoteRemoved({ kysely }: Tx, memberId: string, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('memberNotes')
    .set({ removedAt: now })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** @param after notes that were removed until then stay removed @returns false if no such note was */
export async function restoreNote({ kysely }: Tx, memberId: string, id: string, after: number): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('memberNotes')
    .set({ removedAt: null })
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .where('removedAt', '>', after)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function deleteNotesRemovedBefore({ kysely }: Db, time: number): Promise<void> {
  await kysely.deleteFrom('memberNotes').where('removedAt', '<', time).execute()
}

type Event = Omit<TimelineRow, 'at'> & { at: number }

/**
 * Newest first. A page ends between two times, so that no event of one millisecond is lost: it may have a few rows more than `size`.
 * @param before events of this time and later are left out
 * @returns `next` for the next page; null: none
 */
export async function listTimeline(
  db: Db,
  member: Pick<MemberRow, 'id' | 'appId' | 'mode' | 'createdAt'>,
  before: number,
  size: number,
): Promise<{ rows: Event[]; next: string | null }> {
  const read = { before, limit: size + 1 }
  const joined: Event = { at: member.createdAt, kind: 'joined', what: 'joined', actor: null, detail: {} }
  const all = [
    ...(member.createdAt < before ? [joined] : []),
    ...(await sessionEvents(db, member.id, read)),
    ...(await paymentEvents(db, member.id, read)),
    ...(await actionEvents(db, member, read)),
  ].toSorted((a, b) => b.at - a.at)
  const last = all[size - 1]
  if (!last || all.length <= size) return { rows: all, next: null }
  const rows = all.filter(({ at }) => at >= last.at)
  return { rows, next: rows.length < all.length ? String(last.at) : null }
}

interface Range {
  before: number
  limit: number
}

async function sessionEvents({ kysely }: Db, memberId: string, { before, limit }: Range): Promise<Event[]> {
  const rows = await kysely
    .selectFrom('sessions')
    .select('createdAt')
    .where('memberId', '=', memberId)
    .where('createdAt', '<', before)
    .where('isFormer', '=', 0)
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ createdAt: at }) => ({ at, kind: 'session', what: 'login', actor: null, detail: {} }))
}

async function paymentEvents({ kysely }: Db, memberId: string, { before, limit }: Range): Promise<Event[]> {
  const rows = await kysely
    .selectFrom('payments')
    .select(['at', 'kind', 'amountMinor', 'currency', 'planId'])
    .where('memberId', '=', memberId)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, kind, amountMinor, currency, planId: plan }) => {
    const detail = { amount: String(amountMinor), currency, plan }
    return { at, kind: 'payment', what: kind, actor: null, detail }
  })
}

async function actionEvents(
  { kysely }: Db,
  { id, appId, mode }: Pick<MemberRow, 'id' | 'appId' | 'mode'>,
  { before, limit }: Range,
): Promise<Event[]> {
  const rows = await kysely
    .selectFrom('auditLog')
    .select(['at', 'act', 'actor', 'detail'])
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('subject', '=', id)
    .where('at', '<', before)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, act, actor, detail }) => {
    const kind = act.startsWith('member.note.') ? 'note' : 'action'
    return { at, kind, what: act, actor, detail: JSON.parse(detail) }
  })
}
