import { type CompiledQuery, type ExpressionBuilder, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import { SESSION_LIFETIME_DAYS } from '../../../contract/limits'
import type { Db, Tx } from '../../database/db'
import type { Values } from '../../database/lookup'
import { perConnection } from '../../database/sql'
import type { Tables } from '../../database/tables'
import type { AppDefinition } from '../apps/definition'
import { signInPolicy } from '../apps/sign-in-policy'
import { type MemberRow, providerKeys, type ReadColumns, toMemberRow } from './repository'

export type SessionRow = Tables['sessions']

/** As stored; `plans/` interprets it. */
type ConnectionColumns = Omit<Tables['planConnections'], 'appId' | 'mode'>

export interface SessionCaller extends Pick<SessionRow, 'appId' | 'mode'> {
  member: MemberRow
  plans: CallerPlans
  /** The token was renewed some seconds ago: it only reads. */
  isFormer: boolean
}

export interface CallerPlans {
  /** Oldest first. */
  connections: readonly ConnectionColumns[]
  /** Owns or has joined a team. */
  hasTeams: boolean
  /** Has ever begun to buy. */
  hasPurchases: boolean
}

export async function insertSession({ kysely }: Db, session: SessionRow): Promise<void> {
  await kysely.insertInto('sessions').values(session).execute()
}

/** Null for an unknown, expired or renewed token. */
export async function findSession(db: Db, tokenDigest: string, now: number): Promise<SessionRow | null> {
  const { rows } = await db.kysely.executeQuery<SessionRow>({ ...sessionQuery(db), parameters: [tokenDigest, now] })
  return rows[0] ?? null
}

/** Session, member and plans in one statement, because every authenticated request needs them. Null for an unknown or expired session. */
export async function findSessionCaller(db: Db, tokenDigest: string, now: number): Promise<SessionCaller | null> {
  const row = await callerLookup(db)([tokenDigest, now])
  return row ? toCaller(row, db) : null
}

export async function deleteSession({ kysely }: Db, tokenDigest: string): Promise<void> {
  await kysely.deleteFrom('sessions').where('tokenDigest', '=', tokenDigest).execute()
}

const LISTED_MAX = 50

/** Newest first. */
export const listSessions = ({ kysely }: Db, memberId: string, now: number): Promise<SessionRow[]> =>
  kysely
    .selectFrom('sessions')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .where('isFormer', '=', 0)
    .orderBy('createdAt', 'desc')
    .limit(LISTED_MAX)
    .execute()

/** Whether the member has another session of such a browser and network. */
export async function hasSessionLike(
  { kysely }: Db,
  memberId: string,
  { network, agent }: Pick<SessionRow, 'network' | 'agent'>,
  now: number,
): Promise<boolean> {
  const row = await kysely
    .selectFrom('sessions')
    .select('sessionId')
    .where('memberId', '=', memberId)
    .where('expiresAt', '>', now)
    .where('network', network === null ? 'is' : '=', network)
    .where('agent', agent === null ? 'is' : '=', agent)
    .executeTakeFirst()
  return row !== undefined
}

/** Of a browser that logs in again, no matter as which member. */
export async function deleteSessionsOfBrowser(
  { kysely }: Tx,
  { appId, mode }: Pick<SessionRow, 'appId' | 'mode'>,
  { deviceId, tokenDigest }: { deviceId: string | null; tokenDigest: string | null },
  now: number,
): Promise<void> {
  if (deviceId === null && tokenDigest === null) return
  await kysely
    .deleteFrom('sessions')
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('expiresAt', '>', now)
    .where((where) =>
      where.or([
        ...(deviceId === null ? [] : [where('deviceId', '=', deviceId)]),
        ...(tokenDigest === null ? [] : [where('tokenDigest', '=', tokenDigest)]),
      ]),
    )
    .execute()
}

const FORMER_READS_MS = 10_000

/** Replaces a token after a proof. The former one reads for some seconds, because other calls of the page may be in progress. */
export async function renewSession(
  { kysely }: Tx,
  former: SessionRow,
  { tokenDigest, verifiedAt, methods }: Pick<SessionRow, 'tokenDigest' | 'verifiedAt' | 'methods'>,
  now: number,
): Promise<void> {
  await kysely
    .insertInto('sessions')
    .values({ ...former, tokenDigest, verifiedAt, methods, lastSeenAt: now })
    .execute()
  const tickets = ['memberTickets', 'connectTickets', 'providerFlows'] as const
  for (const table of tickets)
    await kysely
      .updateTable(table)
      .set({ sessionDigest: tokenDigest })
      .where('sessionDigest', '=', former.tokenDigest)
      .execute()
  await kysely
    .updateTable('sessions')
    .set({ isFormer: 1, expiresAt: Math.min(former.expiresAt, now + FORMER_READS_MS) })
    .where('tokenDigest', '=', former.tokenDigest)
    .execute()
}

/** @param exceptDevice sessions that began on this device stay */
export async function deleteSessionsOfMember(
  { kysely }: Db,
  memberId: string,
  exceptDevice: string | null = null,
): Promise<void> {
  const ofMember = kysely.deleteFrom('sessions').where('memberId', '=', memberId)
  await (exceptDevice === null ? ofMember : ofMember.where(isElsewhere(exceptDevice))).execute()
}

/** All but the one with this token. */
export async function deleteOtherSessions({ kysely }: Db, memberId: string, tokenDigest: string): Promise<void> {
  await kysely.deleteFrom('sessions').where('memberId', '=', memberId).where('tokenDigest', '!=', tokenDigest).execute()
}

export async function deleteExpiredSessions({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('sessions').where('expiresAt', '<=', now).execute()
}

/** Sessions and provider connections of other devices, or without one. */
export const isElsewhere =
  (deviceId: string) => (builder: ExpressionBuilder<Tables, 'sessions' | 'providerConnections'>) =>
    builder.or([builder('deviceId', 'is', null), builder('deviceId', '!=', deviceId)])

const sessionQuery = perConnection(({ kysely }) =>
  kysely
    .selectFrom('sessions')
    .selectAll()
    .where('tokenDigest', '=', '')
    .where('expiresAt', '>', 0)
    .where('isFormer', '=', sql.lit<0>(0))
    .compile(),
)

type CallerColumns = ReadColumns & {
  /** JSON, which PostgreSQL's driver has already parsed. Null for none. */
  connections: string | ConnectionColumns[] | null
  /** Sum of `owns` over what is true of member and session. */
  owned: number
}

/** Teams and purchases are read only if the member has any. */
const owns = { teams: 1, purchases: 2, former: 4 } as const

type FindCaller = (parameters: [tokenDigest: string, now: number]) => Promise<CallerColumns | undefined>

const callerLookup = perConnection(({ kysely, prepareLookup }): FindCaller => {
  const plain = kysely.withoutPlugins()
  const compiled = compileLookup(plain)
  if (!prepareLookup)
    return async (parameters) => (await plain.executeQuery<CallerColumns>({ ...compiled, parameters })).rows[0]
  const find = prepareLookup(compiled.sql)
  return async (parameters) => {
    const values = await find(parameters)
    return values ? toCallerColumns(values) : undefined
  }
})

/** By position: naming each column takes longer than reading the row. */
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
    owned: at[16]!,
  }
}

function toCaller(row: CallerColumns, { image }: Db): SessionCaller {
  return {
    appId: row.appId,
    mode: row.mode,
    member: toMemberRow(row, image),
    plans: {
      connections: parseConnections(row.connections),
      hasTeams: (row.owned & owns.teams) !== 0,
      hasPurchases: (row.owned & owns.purchases) !== 0,
    },
    isFormer: (row.owned & owns.former) !== 0,
  }
}

const parseConnections = (found: CallerColumns['connections']): ConnectionColumns[] =>
  typeof found === 'string' ? JSON.parse(found) : (found ?? [])

/**
 * Columns keep their names, because renaming them per row is slow. Few columns, and lists only for existing rows: finding none is faster
 * than aggregating none.
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
      coalesce(${some('team_members', owns.teams)}, 0) + coalesce(${some('purchases', owns.purchases)}, 0)
        + sessions.is_former * ${sql.lit(owns.former)} as owned
    from sessions join members on members.id = sessions.member_id
      and members.app_id = sessions.app_id and members.mode = sessions.mode
    where sessions.token_digest = ${''} and sessions.expires_at > ${0}
    limit 1`.compile(db)
}

/** A missing column does not compile. */
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

/** A missing column does not compile. */
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
} as const satisfies Record<keyof ConnectionColumns, string>

/** The only functions with different names in the two engines. */
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

const DAY_MS = 24 * 60 * 60 * 1000

export const lifetimeMs = (app: AppDefinition): number => (app.sessionLifetimeDays ?? SESSION_LIFETIME_DAYS) * DAY_MS

/** `byAge` is what the member is told; the session ends at `expiresAt` unless it is used. */
export function sessionEnd(app: AppDefinition, createdAt: number): { byAge: number; expiresAt: number } {
  const byAge = createdAt + lifetimeMs(app)
  const { idleDays } = signInPolicy(app).sessions
  return { byAge, expiresAt: idleDays === null ? byAge : Math.min(byAge, createdAt + idleDays * DAY_MS) }
}
