import type { AdminMember, MemberDetail, TimelineRow } from '../../../contract/admin/schemas/members'
import { errors } from '../../../contract/errors'
import { sizeOf } from '../../../contract/admin/schemas/paging'
import { MEMBER_COUNT_EXACT_MAX, REMOVAL_UNDO_MS } from '../../../contract/limits'
import { toIso } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import { accountKey } from '../../http/rate-limits/limiter'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import type { AdminHandlers } from '../apps/secret-keys'
import { doneBy, recordAction } from '../audit/actions'
import { ownerRead } from '../audit/reading'
import { removeImage } from '../files/open-storage'
import { findMember, lockMember, requireMember } from '../members/context'
import { insertMember, updateSuspension } from '../members/repository'
import {
  countMembersBy,
  listMembersBy,
  joinedCursor,
  readMemberFilter,
  type MemberCursor,
  type MemberSort,
} from '../members/repository-list'
import { deleteSessionsOfMember, findSession } from '../members/repository-sessions'
import { listPaymentsOfMember, toMemberPayment } from '../payments/ledger'
import type { MemberPlans } from '../plans/repository'
import { findGrantedPlan, joinPlans, leavePlan } from '../plans/join'
import { countTeamMembers, isActive, readMemberPlans, readPlansOfMembers } from '../plans/repository'
import { changeAsAdmin, readMemberValues, toAdminMember } from './admin-members'
import { deleteAccount } from './deletion'
import { requireGoodPassword } from './passwords'
import {
  findSuspension,
  insertMemberNote,
  listMemberNotes,
  markNoteRemoved,
  restoreNote,
  listSessionsOfMember,
  listTimeline,
} from './repository-detail'
import { newReset, storeReset } from './reset'
import { newMember, orEmailTaken, requireFreeEmail } from './signup'

export const adminMemberHandlers = {
  /**
   * Filtered, searched, sorted; oldest first. Without `sort`, `endCursor` is a number on every page, as published clients expect.
   * @throws ApiError `query-limit-exceeded`, `too-many-requests`, `member-search-not-ready`, `invalid-field-value`
   */
  listMembers({ store }, { app, mode, keyId }, { first, limit, after, order, sort, count, includeJSON, ...sent }) {
    const cursor = after === undefined ? null : readMemberCursor(after, sort)
    return ownerRead(store, keyId, async (db) => {
      const filter = await readMemberFilter(db, app, mode, sent)
      const page = { limit: sizeOf({ first, limit }), after: cursor, order, sort: sort ?? 'joined' }
      const { members, hasMore, endCursor } = await listMembersBy(db, { ...filter, ...page })
      const plans = await readPlansOfMembers(
        db,
        members.map(({ member }) => member.id),
      )
      const data = members.map(({ member }): AdminMember => {
        const { json, ...shown } = toAdminMember(app, member, plans(member.id))
        return includeJSON === 'true' ? { ...shown, json } : shown
      })
      return {
        ...(count === 'true' && { totalCount: await countMembersBy(db, filter, Number.MAX_SAFE_INTEGER - 1) }),
        endCursor: writeMemberCursor(endCursor ?? cursor, sort),
        hasNextPage: hasMore,
        data,
      }
    })
  },

  /** @throws ApiError as `listMembers` */
  countMembers({ store }, { app, mode, keyId }, sent) {
    return ownerRead(store, keyId, async (db) => {
      const found = await countMembersBy(db, await readMemberFilter(db, app, mode, sent))
      const isExact = found <= MEMBER_COUNT_EXACT_MAX
      const count = Math.min(found, MEMBER_COUNT_EXACT_MAX)
      return { data: { count, isExact, text: isExact ? String(count) : `${count.toLocaleString('en')}+` } }
    })
  },

  /** Null for an unknown member, as published clients expect. */
  async retrieveMember({ store }, context, { member: named }) {
    const member = await findMember(store, context, named)
    return { data: member && toAdminMember(context.app, member, await readMemberPlans(store, member.id)) }
  },

  /**
   * With free plans; sends no mail, creates no session. Without a password, the member logs in by a reset or a mailed code.
   * @throws ApiError `email-already-in-use`, `password-too-common`, `password-breached`, `plan-not-found`, `plan-not-free`, `plan-member-limit-reached`,
   * `can-only-have-one-active-team`; those of `readMemberValues`
   */
  async createMember(services, context, input) {
    const { app, mode } = context
    const { email, password, verified = false, metaData = {}, json = {}, loginRedirect = null } = input
    const customFields = readMemberValues(app, input)
    const planIds = new Set(input.plans?.map(({ planId }) => planId))
    const plans = Array.from(planIds, (planId) => findGrantedPlan(app, planId))
    if (password !== undefined) await requireGoodPassword(services, { app, mode, email }, password)
    const passwordHash = password === undefined ? null : await services.hasher.hash(password)
    const made = newMember(services, context, { email, customFields, metaData }, { passwordHash, verified })
    const member = { ...made, json, loginRedirect }
    const data = await orEmailTaken(
      services.store.transaction(async (tx) => {
        await requireFreeEmail(tx, { appId: app.id, mode, email }, services.clock.now())
        await insertMember(tx, member)
        await joinPlans(tx, services, { app, member }, plans)
        const detail = plans.length > 0 ? { plans: [...planIds].join(', ') } : {}
        await recordAction(tx, services, context, { act: 'member.create', subject: member.id, detail })
        return toAdminMember(app, member, await readMemberPlans(tx, member.id))
      }, 'members'),
    )
    return { data }
  },

  /**
   * Merges custom fields and metadata, replaces JSON. A new email is unverified unless the call says otherwise; a new password ends all
   * sessions. Sends no mail. @throws ApiError as `changeAsAdmin`; then nothing has changed
   */
  async changeMember(services, context, { member: named, ...input }) {
    const { member, leftImage } = await changeAsAdmin(services, context, named, input)
    await removeImage(services, leftImage)
    return { data: toAdminMember(context.app, member, await readMemberPlans(services.store, member.id)) }
  },

  /**
   * Even if the app forbids members to delete themselves. Subscriptions end first; customer and invoices stay at the payment provider.
   * @throws ApiError `member-not-found`, `payment-provider-unavailable`; then the member stays
   */
  async removeMember(services, context, { member: named }) {
    const { id } = await requireMember(services.store, context, named)
    await deleteAccount(services, id, {
      lock: (tx) => lockMember(tx, context, id),
      note: (tx) => recordAction(tx, services, context, { act: 'member.delete', subject: id }),
    })
    return { data: { id } }
  },

  /**
   * Also plans that are restricted to admins.
   * @throws ApiError `member-not-found`, `plan-not-found`, `plan-not-free`, `already-have-plan`, `plan-member-limit-reached`,
   * `can-only-have-one-active-team`
   */
  async addPlanToMember(services, context, { member: named, planId }) {
    const plan = findGrantedPlan(context.app, planId)
    await services.store.transaction(async (tx) => {
      const member = await lockMember(tx, context, named)
      await joinPlans(tx, services, { app: context.app, member }, [plan])
      const act = { act: 'member.plan.add', subject: member.id, detail: { plan: planId } }
      await recordAction(tx, services, context, act)
    })
    return { data: 'OK' }
  },

  /**
   * Free plans only; paid plans are cancelled in the customer portal.
   * @throws ApiError `member-not-found`, `no-plan-found`, `plan-not-removable`, `cannot-change-team-account`
   */
  async removePlanFromMember(services, context, { member: named, planId }) {
    await services.store.transaction(async (tx) => {
      const member = await lockMember(tx, context, named)
      await leavePlan(tx, member.id, planId)
      const act = { act: 'member.plan.remove', subject: member.id, detail: { plan: planId } }
      await recordAction(tx, services, context, act)
    })
    return { data: 'OK' }
  },

  /** Shares the limit of the member's own requests, but reports it. @throws ApiError `member-not-found`, `too-many-requests` */
  async sendMemberPasswordReset(services, context, { member: named }) {
    const { app, mode, ipAddress } = context
    const { email } = await requireMember(services.store, context, named)
    await services.rateLimiter.take('resetMailsPerAccount', accountKey(app.id, mode, email))
    await services.store.transaction(async (tx) => {
      const member = await lockMember(tx, context, named)
      await storeReset(tx, newReset(services, app, member, { requestedFrom: ipAddress }))
      await recordAction(tx, services, context, { act: 'member.password-reset.send', subject: member.id })
    })
    services.mailWaiting()
    return { data: { success: true } }
  },

  /** The member of a session token; one error for all other tokens. @throws ApiError `client/invalid-token` */
  async verifyToken(services, context, { token }) {
    const data = await verifiedToken(services, context, token)
    if (data === null) throw new ApiError('client/invalid-token')
    return { data }
  },

  /** On the vendor's path: back ends take a 401 there for a wrong secret key. @throws ApiError `invalid-field-value` */
  async verifyMemberToken(services, context, { token }) {
    const data = await verifiedToken(services, context, token)
    if (data === null) throw new ApiError('invalid-field-value', { message: errors['client/invalid-token'].message })
    return { data }
  },
} satisfies Partial<AdminHandlers>

/** Null for every token that does not log in to this app and mode now. */
async function verifiedToken(
  { store, secrets, clock, urls }: Pick<Services, 'store' | 'secrets' | 'clock' | 'urls'>,
  { app, mode }: { app: AppDefinition; mode: Mode },
  token: string,
) {
  const session = await findSession(store, secrets.digest(token), clock.now())
  if (session?.appId !== app.id || session.mode !== mode) return null
  const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
  const { memberId: id, createdAt, expiresAt } = session
  const [iat, exp] = [seconds(createdAt), seconds(expiresAt)]
  return { id, type: 'member' as const, iat, exp, aud: app.id, iss: urls.api }
}

export const memberDetailHandlers = {
  /** Everything about one member, on one page. @throws ApiError `member-not-found` */
  async retrieveMemberDetail({ store, clock }, context, { member: named }) {
    const { app } = context
    const member = await requireMember(store, context, named)
    return ownerRead(store, context.keyId, async (db) => {
      const plans = await readMemberPlans(db, member.id)
      const teams: MemberDetail['teams'] = []
      for (const { team, role, connection } of plans.teams)
        teams.push({ id: team.id, planId: connection.planId, role, members: await countTeamMembers(db, team.id) })
      const suspendedAt = await findSuspension(db, member.id)
      const data: MemberDetail = {
        member: toAdminMember(app, member, plans),
        suspendedAt: suspendedAt === null ? null : toIso(suspendedAt),
        teams,
        payments: (await listPaymentsOfMember(db, member.id)).map(toMemberPayment),
        sessions: await listSessionsOfMember(db, member.id, clock.now()),
        access: accessOf(app, plans),
        notes: await listMemberNotes(db, member.id),
      }
      return { data }
    })
  },

  /** Sign-up, logins, payments, actions and notes; newest first. @throws ApiError `member-not-found` */
  async listMemberTimeline({ store }, context, { member: named, first, limit, after }) {
    const member = await requireMember(store, context, named)
    const size = sizeOf({ first, limit })
    const before = after === undefined ? Number.MAX_SAFE_INTEGER : Number(after)
    const found = await ownerRead(store, context.keyId, (db) => listTimeline(db, member, before, size))
    const { rows, next } = found
    const data = rows.map(({ at, ...row }): TimelineRow => ({ at: toIso(at), ...row }))
    return { endCursor: next, hasNextPage: next !== null, data }
  },

  /** Ends all sessions, and no login succeeds until it is lifted. @throws ApiError `member-not-found` */
  async suspendMember(services, context, { member: named }) {
    const now = services.clock.now()
    const suspendedAt = await services.store.transaction(async (tx) => {
      const { id } = await lockMember(tx, context, named)
      const known = await findSuspension(tx, id)
      if (known !== null) return known
      await updateSuspension(tx, [id], now)
      await deleteSessionsOfMember(tx, id)
      await recordAction(tx, services, context, { act: 'member.suspend', subject: id })
      return now
    })
    return { data: { suspendedAt: toIso(suspendedAt) } }
  },

  /** @throws ApiError `member-not-found` */
  async unsuspendMember(services, context, { member: named }) {
    await services.store.transaction(async (tx) => {
      const { id } = await lockMember(tx, context, named)
      if ((await findSuspension(tx, id)) === null) return
      await updateSuspension(tx, [id], null)
      await recordAction(tx, services, context, { act: 'member.unsuspend', subject: id })
    })
    return { data: { success: true } }
  },

  /** For owners only: no member ever sees it. @throws ApiError `member-not-found` */
  async addMemberNote(services, context, { member: named, text }) {
    const data = await services.store.transaction(async (tx) => {
      const { id: memberId, appId, mode } = await lockMember(tx, context, named)
      const { actor: author } = doneBy(context.actor)
      const row = { id: services.secrets.id('nte'), memberId, appId, mode, author, note: text }
      const createdAt = services.clock.now()
      await insertMemberNote(tx, { ...row, createdAt, removedAt: null })
      await recordAction(tx, services, context, { act: 'member.note.add', subject: memberId })
      return { id: row.id, text, author, createdAt: toIso(createdAt) }
    })
    return { data }
  },

  /** @throws ApiError `member-not-found`, `member-note-not-found` */
  async removeMemberNote(services, context, { member: named, noteId }) {
    await services.store.transaction(async (tx) => {
      const { id } = await lockMember(tx, context, named)
      if (!(await markNoteRemoved(tx, id, noteId, services.clock.now()))) throw new ApiError('member-note-not-found')
      await recordAction(tx, services, context, { act: 'member.note.remove', subject: id })
    })
    return { data: { id: noteId } }
  },

  /** @throws ApiError `member-not-found`; `member-note-not-found`, also if its time is over */
  async undoNoteRemoval(services, context, { member: named, noteId }) {
    await services.store.transaction(async (tx) => {
      const { id } = await lockMember(tx, context, named)
      const after = services.clock.now() - REMOVAL_UNDO_MS
      if (!(await restoreNote(tx, id, noteId, after))) throw new ApiError('member-note-not-found')
      await recordAction(tx, services, context, { act: 'member.note.undo-removal', subject: id })
    })
    return { data: { id: noteId } }
  },
} satisfies Partial<AdminHandlers>

/** Why the member may see each content group, or what would open it. */
function accessOf(app: AppDefinition, { connections, teams }: MemberPlans): MemberDetail['access'] {
  const held = [
    ...connections.map((connection) => ({ kind: 'plan' as const, connection })),
    ...teams
      // The owner's own connection is listed already.
      .filter(({ role }) => role !== 'OWNER')
      .map(({ connection }) => ({ kind: 'team' as const, connection })),
  ].filter(({ connection }) => isActive(connection))
  return app.contentGroups.map(({ key, name, plans }) => {
    if (plans.length === 0) {
      const everyone = { kind: 'everyone' as const, planId: null, planName: null, status: null }
      return { group: key, name, open: true, reasons: [everyone], needs: [] }
    }
    const reasons = held
      .filter(({ connection }) => plans.includes(connection.planId))
      .map(({ kind, connection: { planId, status } }) => ({
        kind,
        planId,
        planName: app.plans.find(({ id }) => id === planId)?.name ?? null,
        status,
      }))
    const open = reasons.length > 0
    return { group: key, name, open, reasons, needs: open ? [] : [...plans] }
  })
}

/** @throws ApiError `invalid-field-value` for the cursor of another list */
function readMemberCursor(text: string, sort: MemberSort | undefined): MemberCursor {
  const [, value = '', order = ''] = /^([\w-]*)\.(\d{1,15})$/u.exec(text) ?? []
  if (sort === undefined || sort === 'joined') {
    if (!/^\d{1,15}$/u.test(text)) throw new ApiError('invalid-field-value')
    return joinedCursor(Number(text))
  }
  const decoded = sort === 'email' ? Buffer.from(value, 'base64url').toString() : Number(value || Number.NaN)
  if (order === '' || Number.isNaN(decoded) || String(decoded).includes('\u0000'))
    throw new ApiError('invalid-field-value')
  return { value: decoded, internalOrder: Number(order) }
}

/** A number for the order of joining, as published clients expect. */
function writeMemberCursor(cursor: MemberCursor | null, sort: MemberSort | undefined): string | number | null {
  if (sort === undefined || sort === 'joined') return cursor?.internalOrder ?? 0
  if (!cursor) return null
  const value = sort === 'email' ? Buffer.from(String(cursor.value)).toString('base64url') : cursor.value
  return `${value}.${cursor.internalOrder}`
}
