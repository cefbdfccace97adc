import { sql } from 'kysely'
import { dropAdditions, type Migration } from './migration'

/**
 * Plan connections repeat app and mode of their member, so that an index alone lists and counts a plan's members. Takes about a second for
 * 200,000 connections.
 */
const statements = [
  sql`alter table plan_connections add column app_id text`,
  sql`alter table plan_connections add column mode text`,
  sql`update plan_connections set
    app_id = (select app_id from members where members.id = plan_connections.member_id),
    mode = (select mode from members where members.id = plan_connections.member_id)`,
  sql`create index plan_connections_members on plan_connections (app_id, mode, plan_id, status, member_id)`,
]

export const ownerLists: Migration = {
  number: 20,
  name: 'owner-lists',
  // Copies of the members' columns: a rollback loses nothing.
  adds: {},
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
  down: dropAdditions({
    columns: [
      ['plan_connections', 'app_id'],
      ['plan_connections', 'mode'],
    ],
    indexes: ['plan_connections_members'],
  }),
}
