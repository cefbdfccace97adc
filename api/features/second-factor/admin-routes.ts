import { accountKey } from '../../http/rate-limits/limiter'
import { toIso, toIsoOrNull } from '../../lib/clock'
import { ApiError } from '../../lib/errors'
import type { SecurityEventName } from '../../lib/security-log'
import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import { changedByOwnerMail } from '../accounts/mails'
import { newLoginMail, storeEmailCode } from '../accounts/email-codes'
import { deleteSessionOfMember } from '../accounts/repository-detail'
import {
  deleteDevicesOfMember,
  deleteMemberTickets,
  deleteProviderResults,
  deleteRecovery,
  findPendingEmail,
  listDevices,
} from '../accounts/repository-sign-in'
import { deviceSeenAfter } from '../accounts/devices'
import type { AdminContext, AdminHandlers } from '../apps/secret-keys'
import { recordAction } from '../audit/actions'
import { ownerRead } from '../audit/reading'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { lockMember, requireMember } from '../members/context'
import type { MemberRow } from '../members/repository'
import { listSessions } from '../members/repository-sessions'
import { dropPasskey, toPasskey } from '../passkeys/manage'
import { listPasskeys } from '../passkeys/repository'
import { countRecoveryCodes, deleteTotp, findRecovery, findTotp } from './repository'

type Change = Parameters<typeof changedByOwnerMail>[1]

/** What the security log calls it. */
const events = {
  sessions: 'sessions-ended',
  session: 'sessions-ended',
  'second-factor': 'second-factor-disabled',
  passkey: 'passkey-removed',
  devices: null,
} as const satisfies Record<Change, SecurityEventName | null>

/** How a member logs in, for owners. Each change has an audit row, a webhook and a mail to the member, in one transaction. */
export const adminSignInHandlers = {
  /** @throws ApiError `member-not-found` */
  async retrieveMemberSignIn({ store, clock }, context, { member: named }) {
    const { id, passwordHash, providers } = await requireMember(store, context, named)
    const now = clock.now()
    return ownerRead(store, context.keyId, async (db) => {
      const totp = await findTotp(db, id)
      const recovery = await findRecovery(db, id, now)
      const data = {
        hasPassword: passwordHash !== null,
        providers: [...providers],
        pendingEmail: (await findPendingEmail(db, id, now))?.email ?? null,
        secondFactor: {
          isOn: totp !== null && totp.confirmedAt !== null,
          recoveryCodesLeft: await countRecoveryCodes(db, id),
          endsAt: toIsoOrNull(recovery?.dueAt ?? null),
        },
        passkeys: (await listPasskeys(db, id)).map(toPasskey),
        sessions: (await listSessions(db, id, now)).map((row) => ({
          id: row.sessionId,
          agent: row.agent,
          network: row.network,
          methods: row.methods.split(' ').filter(Boolean),
          startedAt: toIso(row.createdAt),
          lastSeenAt: toIso(row.lastSeenAt ?? row.createdAt),
        })),
        devices: (await listDevices(db, id, deviceSeenAfter(now))).map(({ deviceId, createdAt, lastSeenAt }) => ({
          id: deviceId,
          knownSince: toIso(createdAt),
          lastLoginAt: toIso(lastSeenAt),
        })),
      }
      return { data }
    })
  },

  /** One session or all. @throws ApiError `member-not-found`, `member-session-not-found` */
  async endMemberSessions(services, context, { member: named, sessionId }) {
    return { data: { ended: await endSessions(services, context, named, sessionId) } }
  },

  /** @throws ApiError `member-not-found` */
  async removeMemberSessions(services, context, { member: named }) {
    return { data: { ended: await endSessions(services, context, named) } }
  },

  /** @throws ApiError `member-not-found`, `member-session-not-found` */
  async removeMemberSession(services, context, { member: named, sessionId }) {
    await endSessions(services, context, named, sessionId)
    return { data: { id: sessionId } }
  },

  /** The app and its recovery codes; a requested recovery ends too. @throws ApiError `member-not-found`, `second-factor-off` */
  async removeMemberSecondFactor(services, context, { member: named }) {
    await change(services, context, named, async (tx, { id }) => {
      if (!(await deleteTotp(tx, id))) throw new ApiError('second-factor-off')
      await deleteRecovery(tx, id)
      await recordAction(tx, services, context, { act: 'member.second-factor.remove', subject: id })
      await tx.changes.memberEvent(id, 'member.secondFactor.disabled', {})
      return { result: null, mail: ['second-factor'] }
    })
    return { data: { success: true } }
  },

  /** @throws ApiError `member-not-found`, `not-found` for an unknown passkey, `last-login-method` */
  async removeMemberPasskey(services, context, { member: named, passkeyId }) {
    await change(services, context, named, async (tx, member) => {
      const { name } = await dropPasskey(tx, services, { app: context.app, member }, passkeyId)
      const detail = { passkey: name }
      await recordAction(tx, services, context, { act: 'member.passkey.remove', subject: member.id, detail })
      return { result: null, mail: ['passkey', name] }
    })
    return { data: { id: passkeyId } }
  },

  /** Each browser is unknown then: the second step is asked for again. Sessions stay. @throws ApiError `member-not-found` */
  async removeMemberDevices(services, context, { member: named }) {
    const removed = await change(services, context, named, async (tx, { id }) => {
      const count = (await listDevices(tx, id, 0)).length
      await deleteDevicesOfMember(tx, id)
      const detail = { devices: String(count) }
      await recordAction(tx, services, context, { act: 'member.devices.forget', subject: id, detail })
      return { result: count, mail: count > 0 ? ['devices'] : null }
    })
    return { data: { removed } }
  },

  /** Shares the limit of the member's own requests, but reports it. @throws ApiError `member-not-found`, `passwordless-disabled`, `too-many-requests` */
  async sendMemberLoginLink(services, context, { member: named }) {
    const { app, mode } = context
    const { email } = await requireMember(services.store, context, named)
    await services.rateLimiter.take('passwordlessMailsPerAccount', accountKey(app.id, mode, email))
    await services.store.transaction(async (tx) => {
      const member = await lockMember(tx, context, named)
      await storeEmailCode(tx, await newLoginMail(tx, services, app, member))
      await recordAction(tx, services, context, { act: 'member.login-link.send', subject: member.id })
    })
    services.mailWaiting()
    return { data: { success: true } }
  },
} satisfies Partial<AdminHandlers>

/** @returns how many @throws ApiError `member-not-found`, `member-session-not-found` */
const endSessions = (services: ChangeServices, context: AdminContext, named: string, sessionId?: string) =>
  change(services, context, named, async (tx, { id }) => {
    const count = await deleteSessionOfMember(tx, id, sessionId)
    if (count === 0 && sessionId !== undefined) throw new ApiError('member-session-not-found')
    if (sessionId === undefined) {
      // They would log in again.
      await deleteMemberTickets(tx, id)
      await deleteProviderResults(tx, id)
    }
    const detail = { sessions: String(count) }
    await recordAction(tx, services, context, { act: 'member.sessions.end', subject: id, detail })
    if (count > 0) await tx.changes.memberEvent(id, 'member.sessions.ended')
    return { result: count, mail: count > 0 ? [sessionId === undefined ? 'sessions' : 'session'] : null }
  })

type ChangeServices = Pick<Services, 'store' | 'secrets' | 'clock' | 'mailWaiting' | 'securityLog'>

interface Changed<T> {
  result: T
  /** What the mail says, with the name of a passkey; null: nothing has changed. */
  mail: readonly [what: Change, name?: string] | null
}

/** Locks the member, changes them and mails them, in one transaction. */
async function change<T>(
  services: ChangeServices,
  context: AdminContext,
  named: string,
  work: (tx: Tx, member: MemberRow) => Promise<Changed<T>>,
): Promise<T> {
  const { result, id, mail } = await services.store.transaction(async (tx) => {
    const member = await lockMember(tx, context, named)
    const changed = await work(tx, member)
    if (changed.mail)
      await insertMail(tx, toOutboxRow(services, context.app, member, changedByOwnerMail(context.app, ...changed.mail)))
    return { ...changed, id: member.id }
  })
  services.mailWaiting()
  const event = mail && events[mail[0]]
  if (event) services.securityLog.write(event, { memberId: id, appId: context.app.id, mode: context.mode })
  return result
}
