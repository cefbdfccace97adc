import type { Expression, ExpressionBuilder, Kysely, SqlBool } from 'kysely'
import type { MemberFilter, MemberList } from '../../../ports/store'
import type { Tables } from '../tables'
import { providers, type ReadColumns } from './member-columns'

/** A page of the members that a filter lets through, by the numbers that they got as they came. */
export function selectInOrder(
  db: Kysely<Tables>,
  { limit, after, order, ...filter }: MemberList,
): Promise<(ReadColumns & { internalOrder: number })[]> {
  const page = db.selectFrom('members').selectAll().select(providers).where(passing(filter))
  const rest = after === null ? page : page.where('internalOrder', order === 'ASC' ? '>' : '<', after)
  return rest
    .orderBy('internalOrder', order === 'ASC' ? 'asc' : 'desc')
    .limit(limit)
    .execute()
}

export async function countMembers(db: Kysely<Tables>, filter: MemberFilter): Promise<number> {
  const { count } = await db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(passing(filter))
    .executeTakeFirstOrThrow()
  return count
}

const passing =
  ({ appId, mode, planId, email }: MemberFilter) =>
  (eb: ExpressionBuilder<Tables, 'members'>): Expression<SqlBool> =>
    eb.and([
      eb('appId', '=', appId),
      eb('mode', '=', mode),
      ...(email === undefined ? [] : [eb('email', '=', email)]),
      ...(planId === undefined ? [] : [eb.exists(connectionsWith(eb, planId))]),
    ])

const connectionsWith = (eb: ExpressionBuilder<Tables, 'members'>, planId: string) =>
  eb
    .selectFrom('planConnections')
    .select('planConnections.id')
    .whereRef('planConnections.memberId', '=', 'members.id')
    .where('planConnections.planId', '=', planId)
    .where('planConnections.status', '!=', 'CANCELED')
