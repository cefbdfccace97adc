import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import { reasonOf } from '../../lib/errors'
import { createPollingWorker, type PollingWorker } from '../../lib/concurrency'
import { findAppById } from '../apps/repository'
import { insertMail, toOutboxRow } from '../mail/outbox'
import { lockMemberById } from '../members/repository'
import type { MemberRow } from '../members/repository'
import { deleteAccount } from './deletion'
import { deletionDoneMail } from './mails'

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
