import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { MemberRow } from '../../../ports/store'
import type { Tables } from '../../../database/tables'

/**
 * The number of the next member of an app and mode: what an admin's list is ordered by, and goes on from.
 * @param count with more of them the number of the last one
 */
export async function nextMemberPlace(
  db: Kysely<Tables>,
  { appId, mode }: Pick<MemberRow, 'appId' | 'mode'>,
  count = 1,
): Promise<number> {
  const { last } = await db
    .insertInto('memberCounters')
    .values({ appId, mode, last: count })
    .onConflict((conflict) =>
      conflict.columns(['appId', 'mode']).doUpdateSet({ last: sql<number>`member_counters.last + ${count}` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}
