import type { Tx } from '../../database/db'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'
import { insertMail, toOutboxRow } from '../mail/outbox'
import type { MemberRow } from '../members/repository'
import { deleteSessionsOfMember } from '../members/repository-sessions'
import { accountKeptMail, deletionPlannedMail } from './mails'

const DAY_MS = 86_400_000

/** Ends all sessions at once; the account follows after the grace period. @param days of the app's definition */
export async function planDeletion(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  member: MemberRow,
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

/** At a login. @returns false if none was planned */
export async function keepAccount(
  tx: Tx,
  services: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  member: MemberRow,
): Promise<boolean> {
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('plannedDeletions')
    .where('memberId', '=', member.id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) return false
  await insertMail(tx, toOutboxRow(services, app, member, accountKeptMail(app)))
  return true
}
