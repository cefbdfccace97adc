import type { Tx, Db } from '../../database/db'
import type { Answer, Input } from '../../../contract/schemas'
import { messages } from '../../../contract/messages'
import { ApiError, reasonOf } from '../../lib/errors'
import type { RequestFor, AppMember } from '../members/context'
import type { Services } from '../../http/services'
import { listCredentialsByMember } from '../credentials/repository'
import { revokeCredentials } from '../credentials/issue'
import { removeImage } from '../files/open-storage'
import { signInPolicy } from '../apps/sign-in-policy'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { lockCaller } from '../members/context'
import { touchChannelsOfMember } from '../comments/repository'
import { accountDeletedMail, deletionPlannedMail, deletionDoneMail } from './mails'
import { lockProvenCaller, requireProof } from './step-up'
import { endPurchases, hasOtherPurchases } from '../payments/reconcile'
import { removeSampleFiles } from '../work-samples/upload'
import { deleteMemberById, lockMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { listWorkSamplesByMember } from '../work-samples/repository'
import { deleteSessionsOfMember } from '../members/repository-sessions'
import { createPollingWorker, type PollingWorker } from '../../lib/concurrency'
import { findAppById } from '../apps/repository'

/**
 * @throws ApiError `access-denied` if the app forbids it, `reauthentication-required`, `client/invalid-token`, `payment-provider-unavailable`; then the member
 * stays
 */
export async function deleteMember(
  services: DeleteServices & Pick<Services, 'mailWaiting'>,
  request: RequestFor<'deleteMember'>,
  { device }: Input<'deleteMember'>,
): Promise<Answer<'deleteMember'>> {
  if (!request.app.allowMemberSelfDelete) throw new ApiError('access-denied')
  const { app, member } = request
  const { id } = member
  // Pages written for published clients cannot ask for a proof; the mail tells the owner of the mailbox.
  const isOlder = device === undefined && signInPolicy(app).stepUp.olderClients === 'allow'
  if (!isOlder) await requireProof(services.store, services, request)
  const lock = isOlder ? lockCaller : lockProvenCaller
  const days = app.deletionGraceDays
  if (days !== undefined) {
    await services.store.transaction(async (tx) => {
      await planDeletion(tx, services, { app, member: (await lock(tx, services, request)).current }, days)
    })
    services.mailWaiting()
    return { data: { id }, message: messages['deleteMember-later'].replace('{days}', String(days)) }
  }
  await deleteAccount(services, id, {
    lock: async (tx) => (await lock(tx, services, request)).current,
    note: async (tx) => {
      if (isOlder && member.verified) await insertMail(tx, toOutboxRow(services, app, member, accountDeletedMail(app)))
    },
  })
  if (isOlder) services.mailWaiting()
  return { data: { id }, message: messages.deleteMember }
}

/** Retries if the member buys during the deletion. */
const TRIES = 5

type DeleteServices = Pick<
  Services,
  | 'store'
  | 'payments'
  | 'secrets'
  | 'clock'
  | 'fulfilment'
  | 'mirror'
  | 'issuer'
  | 'proofAlarm'
  | 'files'
  | 'uploads'
  | 'urls'
  | 'log'
  | 'logGrew'
>

interface Deletion {
  /** Locks the member; throws without permission to delete. */
  lock: (tx: Tx) => Promise<MemberRow>
  /** Extra writes in the same transaction. */
  note?: (tx: Tx) => Promise<void>
}

interface LeftFiles {
  image: string | null
  samples: string[]
}

/**
 * Ends subscriptions, then deletes member and files, and revokes credentials. What stays in the log and status lists is not personal data.
 * @throws ApiError as `lock`, and `payment-provider-unavailable`; then the member stays
 */
export async function deleteAccount(services: DeleteServices, memberId: string, deletion: Deletion): Promise<void> {
  const { image, samples } = await deleteWithPurchases(services, memberId, deletion)
  services.logGrew()
  await removeImage(services, image)
  await removeSampleFiles(services, samples)
}

async function deleteWithPurchases(
  services: DeleteServices,
  memberId: string,
  { lock, note }: Deletion,
): Promise<LeftFiles> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const ended = await endPurchases(services, memberId)
    // The lock waits for an upload that is being recorded, so that its file is deleted too.
    const deleted = await services.store.transaction(async (tx) => {
      const current = await lock(tx)
      if (await hasOtherPurchases(tx, current.id, ended)) return null
      const samples = await listWorkSamplesByMember(tx, current.id)
      const credentials = await listCredentialsByMember(tx, current.id)
      const tagIds = credentials.map(({ tagId }) => tagId)
      await revokeCredentials(tx, services, tagIds)
      await touchChannelsOfMember(tx, current.id)
      await deleteMemberById(tx, current.id)
      await note?.(tx)
      return { image: current.profileImage, samples: samples.map(({ file }) => file) }
    })
    if (deleted) return deleted
  }
  throw new ApiError('service-unavailable')
}

const DAY_MS = 86_400_000

/** Ends all sessions at once; the account follows after the grace period. @param days of the app's definition */
export async function planDeletion(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  { app, member }: AppMember,
  days: number,
): Promise<void> {
  const dueAt = services.clock.now() + days * DAY_MS
  await tx.kysely
    .insertInto('plannedDeletions')
    .values({ memberId: member.id, dueAt })
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .execute()
  await deleteSessionsOfMember(tx, member.id)
  await insertMail(tx, toOutboxRow(services, app, member, deletionPlannedMail(app, dueAt)))
}

const POLL_MS = 600_000
/** Per run. */
const DELETIONS_MAX = 50

type DeletionServices = Parameters<typeof deleteAccount>[0] & Pick<Services, 'mailWaiting'>

export function createDeletionWorker({
  alone,
  ...services
}: DeletionServices & { alone: (work: () => Promise<void>) => Promise<void> }): PollingWorker {
  return createPollingWorker({
    pollMs: POLL_MS,
    work: () => alone(() => completeDeletions(services)),
    fail: (error) => services.log.error({ reason: reasonOf(error) }, 'could not complete deletions'),
  })
}

/** Deletes accounts whose grace period is over, and confirms it by mail. */
export async function completeDeletions(services: DeletionServices): Promise<void> {
  for (const memberId of await listDue(services.store, services.clock.now())) await complete(services, memberId)
  services.mailWaiting()
}

/** The member came back in the meantime. */
class KeptError extends Error {}

async function complete(services: DeletionServices, memberId: string): Promise<void> {
  const found: { member?: MemberRow } = {}
  try {
    await deleteAccount(services, memberId, {
      async lock(tx) {
        const member = await lockMemberById(tx, memberId)
        if (!member || !(await isDue(tx, memberId, services.clock.now()))) throw new KeptError()
        return (found.member = member)
      },
      async note(tx) {
        const app = found.member && (await findAppById(tx, found.member.appId))
        if (app && found.member) await insertMail(tx, toOutboxRow(services, app, found.member, deletionDoneMail(app)))
      },
    })
  } catch (error) {
    if (!(error instanceof KeptError)) throw error
  }
}

async function listDue({ kysely }: Db, now: number): Promise<string[]> {
  const rows = await kysely
    .selectFrom('plannedDeletions')
    .select('memberId')
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .limit(DELETIONS_MAX)
    .execute()
  return rows.map(({ memberId }) => memberId)
}

const isDue = async ({ kysely }: Db, memberId: string, now: number): Promise<boolean> =>
  (await kysely
    .selectFrom('plannedDeletions')
    .select('memberId')
    .where('memberId', '=', memberId)
    .where('dueAt', '<=', now)
    .executeTakeFirst()) !== undefined
