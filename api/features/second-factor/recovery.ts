import { messages } from '../../../contract/messages'
import { RECOVERY_LINK_LIFETIME_HOURS } from '../../../contract/limits'
import type { Answer, Input } from '../../../contract/schemas'
import type { Database } from '../../database/db'
import type { Services } from '../../http/services'
import { toIso } from '../../lib/clock'
import { ApiError, reasonOf } from '../../lib/errors'
import { createPollingWorker } from '../../lib/concurrency'
import type { PollingWorker } from '../../lib/concurrency'
import { recoveryDoneMail, recoveryMail, recoveryStartedMail } from '../accounts/mails'
import { deleteRecovery, deleteSecondFactors } from '../accounts/repository-sign-in'
import type { AppDefinition } from '../apps/definition'
import { findAppById } from '../apps/repository'
import { signInPolicy } from '../apps/sign-in-policy'
import { insertMail, toOutboxRow } from '../mail/outbox'
import type { RequestContext, RequestFor } from '../members/context'
import { findMemberById, lockMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { findOpenStep } from './login'
import { findRecovery, findRecoveryByLink, listDueRecoveries, openRecovery, saveRecovery } from './repository'
import type { RecoveryRow } from './repository'

const HOUR_MS = 60 * 60 * 1000
const POLL_MS = 60_000
/** A request that is due is carried out within minutes; a server that was away carries it out later. */
const KEEP_DUE_MS = 30 * 24 * HOUR_MS

type RecoveryServices = Pick<
  Services,
  'store' | 'secrets' | 'clock' | 'rateLimiter' | 'securityLog' | 'urls' | 'mailWaiting'
>

/**
 * For a member who has passed the first step of a login and lost everything for the second: mails a link, which starts the wait.
 * @throws ApiError `invalid-second-factor` for another login, `recovery-by-owner-only`, `too-many-requests`
 */
export async function requestRecovery(
  services: RecoveryServices,
  request: RequestContext,
  { challenge }: Input<'requestSecondFactorRecovery'>,
): Promise<Answer<'requestSecondFactorRecovery'>> {
  const { store, secrets, clock } = services
  const { app } = request
  const { member } = await findOpenStep(services, request, challenge, 'second-factor')
  // An unverified address may be a stranger's.
  if (signInPolicy(app).recoveryWaitHours === 0 || !member.verified) throw new ApiError('recovery-by-owner-only')
  await services.rateLimiter.take('recoveriesPerAccount', member.id)
  const token = secrets.linkToken()
  const now = clock.now()
  await store.transaction(async (tx) => {
    const known = await findRecovery(tx, member.id, now)
    // Another mail must not start the wait again.
    if (known?.dueAt) return
    await saveRecovery(tx, {
      id: secrets.id('rec'),
      memberId: member.id,
      appId: member.appId,
      mode: member.mode,
      linkDigest: secrets.digest(token),
      openedAt: null,
      dueAt: null,
      createdAt: now,
      expiresAt: now + RECOVERY_LINK_LIFETIME_HOURS * HOUR_MS,
    })
    await insertMail(tx, toOutboxRow(services, app, member, recoveryMail(app, services.urls, { token })))
  })
  services.mailWaiting()
  services.securityLog.write('recovery-requested', { memberId: member.id, appId: member.appId, mode: member.mode })
  return { data: { success: true }, message: messages.requestMemberRecovery }
}

/** By any session of the member: the person is not locked out. @throws ApiError `no-recovery` */
export async function cancelRecovery(
  { store }: Pick<Services, 'store'>,
  { member }: RequestFor<'cancelSecondFactorRecovery'>,
): Promise<Answer<'cancelSecondFactorRecovery'>> {
  if (!(await deleteRecovery(store, member.id))) throw new ApiError('no-recovery')
  return { data: { success: true } }
}

/** What the profile shows. @returns when the second factors end; null: no request, or its link was not used */
export async function findRecoveryTime(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  memberId: string,
): Promise<string | null> {
  const dueAt = (await findRecovery(store, memberId, clock.now()))?.dueAt ?? null
  return dueAt === null ? null : toIso(dueAt)
}

export interface MailedRecovery {
  recovery: RecoveryRow
  member: MemberRow
  app: AppDefinition
}

/** Null for a link that is unknown, replaced, expired, or whose request was canceled or carried out. */
export async function findMailedRecovery(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  token: string,
): Promise<MailedRecovery | null> {
  const recovery = await findRecoveryByLink(store, secrets.digest(token), clock.now())
  const member = recovery && (await findMemberById(store, recovery.memberId))
  const app = recovery && (await findAppById(store, recovery.appId))
  return recovery && member && app ? { recovery, member, app } : null
}

/** Starts the wait; once. @returns when the second factors end */
export async function startRecoveryWait(
  services: RecoveryServices,
  { recovery, member, app }: MailedRecovery,
  token: string,
): Promise<number> {
  const now = services.clock.now()
  const dueAt = now + signInPolicy(app).recoveryWaitHours * HOUR_MS
  const isStarted = await services.store.transaction(async (tx) => {
    const opened = { openedAt: now, dueAt, expiresAt: dueAt + KEEP_DUE_MS }
    if (!(await openRecovery(tx, recovery.id, opened))) return false
    const mail = recoveryStartedMail(app, services.urls, { token, dueAt })
    await insertMail(tx, toOutboxRow(services, app, member, mail))
    return true
  })
  if (!isStarted) return recovery.dueAt ?? dueAt
  services.mailWaiting()
  services.securityLog.write('recovery-started', { memberId: member.id, appId: member.appId, mode: member.mode })
  return dueAt
}

/** Of the mailed link. */
export async function cancelMailedRecovery(
  { store, securityLog }: Pick<Services, 'store' | 'securityLog'>,
  { member }: MailedRecovery,
): Promise<void> {
  if (!(await deleteRecovery(store, member.id))) return
  securityLog.write('recovery-canceled', { memberId: member.id, appId: member.appId, mode: member.mode })
}

/** @param options.alone runs the work unless another process does */
export function createRecoveryWorker({
  alone,
  ...services
}: RecoveryServices & Pick<Services, 'log'> & { alone: (work: () => Promise<void>) => Promise<void> }): PollingWorker {
  return createPollingWorker({
    pollMs: POLL_MS,
    work: () => alone(() => completeRecoveries(services)),
    fail: (error) => services.log.error({ reason: reasonOf(error) }, 'could not complete recoveries'),
  })
}

/** The wait is over: all second factors end, and the member is told. */
export async function completeRecoveries(services: RecoveryServices): Promise<void> {
  const { store, clock, securityLog } = services
  for (const { memberId } of await listDueRecoveries(store, clock.now())) {
    const member = await complete(services, store, memberId)
    if (member) securityLog.write('recovery-completed', { memberId, appId: member.appId, mode: member.mode })
  }
  services.mailWaiting()
}

async function complete(services: RecoveryServices, store: Database, memberId: string): Promise<MemberRow | null> {
  return store.transaction(async (tx) => {
    const member = await lockMemberById(tx, memberId)
    const app = member && (await findAppById(tx, member.appId))
    // Canceled in the meantime.
    if (!member || !app || !(await deleteRecovery(tx, memberId))) return null
    // Also passkeys: the member has lost them too, and an app that asks for a second factor would still ask for one.
    await deleteSecondFactors(tx, memberId)
    await insertMail(tx, toOutboxRow(services, app, member, recoveryDoneMail(app)))
    return member
  })
}
