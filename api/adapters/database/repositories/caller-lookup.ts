import { PostgresAdapter, sql } from 'kysely'
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely'
import type { SessionCaller, SessionRepository } from '../../../ports/store'
import type { PlanConnectionColumns, Tables } from '../../../database/tables'
import type { PrepareLookup, Values } from '../../../database/lookup'
import type { ImageColumn } from '../../../database/db'
import { providerKeys, readMemberRow } from './member-columns'
import type { ReadColumns } from './member-columns'
import { toConnectionRow } from './plan-connection-columns'

type CallerColumns = ReadColumns & {
  /** A list as JSON; PostgreSQL's driver has read it already. Null for none. */
  connections: string | PlanConnectionColumns[] | null
  /** The sum of what there is of `has`. */
  had: number
}

/** What a member has that is asked for only where it is there. */
const has = { teams: 1, purchases: 2 } as const

/**
 * Runs on every request with a token: one statement instead of five, compiled once, at the first use. Its columns are few, because
 * to hand one over takes longer than to compare it.
 */
export function createCallerLookup(
  db: Kysely<Tables>,
  image: ImageColumn,
  prepareLookup?: PrepareLookup,
): SessionRepository['findCaller'] {
  let find: FindRow | null = null
  return async (tokenDigest, now) => {
    find ??= prepareLookup ? findPrepared(db, prepareLookup) : findWithKysely(db)
    const row = await find([tokenDigest, now])
    return row ? readCaller(row, image) : null
  }
}

type FindRow = (parameters: [tokenDigest: string, now: number]) => Promise<CallerColumns | undefined>

function findWithKysely(db: Kysely<Tables>): FindRow {
  const plain = db.withoutPlugins()
  const compiled = compileLookup(plain)
  return async (parameters) => (await plain.executeQuery<CallerColumns>({ ...compiled, parameters })).rows[0]
}

function findPrepared(db: Kysely<Tables>, prepareLookup: PrepareLookup): FindRow {
  const lookUp = prepareLookup(compileLookup(db.withoutPlugins()).sql)
  return async (parameters) => {
    const values = await lookUp(parameters)
    return values ? toCallerColumns(values) : undefined
  }
}

/** In the order of `compileLookup`. They are taken by their places: to write each by its name takes longer than to read it. */
function toCallerColumns(values: Values): CallerColumns {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement says what is in them
  const at = values as readonly never[]
  return {
    id: at[0]!,
    appId: at[1]!,
    mode: at[2]!,
    email: at[3]!,
    passwordHash: at[4]!,
    verified: at[5]!,
    profileImage: at[6]!,
    loginRedirect: at[7]!,
    stripeCustomerId: at[8]!,
    customFields: at[9]!,
    metaData: at[10]!,
    json: at[11]!,
    createdAt: at[12]!,
    lastLoginAt: at[13]!,
    providers: at[14]!,
    connections: at[15]!,
    had: at[16]!,
  }
}

function readCaller(row: CallerColumns, image: ImageColumn): SessionCaller {
  return {
    appId: row.appId,
    mode: row.mode,
    member: readMemberRow(row, image),
    plans: {
      connections: readConnections(row.connections).map(toConnectionRow),
      hasTeams: (row.had & has.teams) !== 0,
      hasPurchases: (row.had & has.purchases) !== 0,
    },
  }
}

const readConnections = (found: CallerColumns['connections']): PlanConnectionColumns[] =>
  typeof found === 'string' ? JSON.parse(found) : (found ?? [])

/**
 * The columns get the port's names here: to give them to every row anew takes longer. Most members have few of the things that
 * are looked for, and to gather a list takes longer than to see that there is none.
 */
function compileLookup(db: Kysely<Tables>): CompiledQuery {
  const engine: Engine = db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
  const columns = Object.entries(memberColumns).map(
    ([key, column]) => sql`members.${sql.ref(column)} as ${sql.ref(key)}`,
  )
  const some = (table: string, found = 1) =>
    sql`(select ${sql.lit(found)} from ${sql.table(table)} where member_id = members.id limit 1)`
  return sql`select ${sql.join(columns)},
      case when ${some('provider_connections')} is not null then ${providerKeys} end as providers,
      case when ${some('plan_connections')} is not null then ${connectionsOf(engine)} end as connections,
      coalesce(${some('team_members', has.teams)}, 0) + coalesce(${some('purchases', has.purchases)}, 0) as had
    from sessions join members on members.id = sessions.member_id
      and members.app_id = sessions.app_id and members.mode = sessions.mode
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
} as const satisfies Record<keyof ReadColumns & keyof Tables['members'], string>

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
