import { PostgresAdapter, sql } from 'kysely'
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { SessionCaller, SessionRepository } from '../../../ports/store'
import type { PlanConnectionColumns, Tables } from '../tables'
import type { ImageColumn } from './image-column'
import { providers, readMemberRow } from './member-columns'
import type { ReadColumns } from './member-columns'
import { toConnectionRow } from './plan-connection-columns'

type CallerColumns = ReadColumns & {
  sessionAppId: SessionCaller['appId']
  sessionMode: SessionCaller['mode']
  /** A list as JSON; PostgreSQL's driver has read it already, and says null for none. */
  connections: string | PlanConnectionColumns[] | null
  teams: number
  purchases: number
}

/** Runs on every request with a token: one statement instead of five, compiled once, at the first use. */
export function createCallerLookup(db: Kysely<Tables>, image: ImageColumn): SessionRepository['findCaller'] {
  const engine: Engine = db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
  const plain = db.withoutPlugins()
  let compiled: CompiledQuery | null = null
  return async (tokenDigest, now) => {
    compiled ??= compileLookup(plain, engine)
    const { rows } = await plain.executeQuery<CallerColumns>({ ...compiled, parameters: [tokenDigest, now] })
    return rows[0] ? readCaller(rows[0], image) : null
  }
}

function readCaller(row: CallerColumns, image: ImageColumn): SessionCaller {
  return {
    appId: row.sessionAppId,
    mode: row.sessionMode,
    member: readMemberRow(row, image),
    plans: {
      connections: readConnections(row.connections).map(toConnectionRow),
      hasTeams: row.teams > 0,
      hasPurchases: row.purchases > 0,
    },
  }
}

function readConnections(found: CallerColumns['connections']): PlanConnectionColumns[] {
  if (found === null || found === '[]') return []
  return typeof found === 'string' ? JSON.parse(found) : found
}

/** The columns get the port's names here: to give them to every row anew takes longer. */
function compileLookup(db: Kysely<Tables>, engine: Engine): CompiledQuery {
  const columns = Object.entries(memberColumns).map(
    ([key, column]) => sql`members.${sql.ref(column)} as ${sql.ref(key)}`,
  )
  return sql`select ${sql.join(columns)}, ${providers},
      sessions.app_id as "sessionAppId", sessions.mode as "sessionMode",
      ${connectionsOf(engine)} as connections,
      (select count(*) from team_members where member_id = members.id) as teams,
      (select count(*) from purchases where member_id = members.id) as purchases
    from sessions join members on members.id = sessions.member_id
    where sessions.token_digest = ${''} and sessions.expires_at > ${0}
    limit 1`.compile(db)
}

/** All of them: a new one that is missing here does not compile. */
const memberColumns = {
  id: 'id',
  appId: 'app_id',
  mode: 'mode',
  email: 'email',
  passwordHash: 'password_hash',
  verified: 'verified',
  profileImage: 'profile_image',
  loginRedirect: 'login_redirect',
  stripeCustomerId: 'stripe_customer_id',
  customFields: 'custom_fields',
  metaData: 'meta_data',
  json: 'json',
  createdAt: 'created_at',
  lastLoginAt: 'last_login_at',
  internalOrder: 'internal_order',
} as const satisfies Record<keyof Tables['members'], string>

/** As the port has them, all of them: a new one that is missing here does not compile. */
const connectionColumns = {
  id: 'id',
  memberId: 'member_id',
  planId: 'plan_id',
  priceId: 'price_id',
  status: 'status',
  createdAt: 'created_at',
  purchaseId: 'purchase_id',
  paymentStatus: 'payment_status',
  amountMinor: 'amount_minor',
  currency: 'currency',
  lastBilledAt: 'last_billed_at',
  nextBillingAt: 'next_billing_at',
  cancelAt: 'cancel_at',
} as const satisfies Record<keyof PlanConnectionColumns, string>

/** The one thing that the engines have different names for. */
const jsonFunctions = {
  sqlite: { list: sql.raw('json_group_array'), object: sql.raw('json_object') },
  postgres: { list: sql.raw('json_agg'), object: sql.raw('json_build_object') },
} as const

type Engine = keyof typeof jsonFunctions

function connectionsOf(engine: Engine): RawBuilder<CallerColumns['connections']> {
  const { list, object } = jsonFunctions[engine]
  const pairs = Object.entries(connectionColumns).flatMap(([key, column]) => [sql.lit(key), sql.raw(column)])
  return sql`(select ${list}(${object}(${sql.join(pairs)}) order by created_at, id) from plan_connections
    where member_id = members.id)`
}
