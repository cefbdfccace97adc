import { sql } from 'kysely'
import type { Mode } from '../../lib/ids'
import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'
import type { ContentGroup } from '../../../contract/entities'
import type {
  AppDefinition,
  ContentGroupDefinition,
  PlanDefinition,
  PriceDefinition,
  OwnerScope,
} from '../apps/definition'
import type { MemberRow } from '../members/repository'

type ConnectionColumns = Tables['planConnections']

type BillingColumns = Pick<
  ConnectionColumns,
  'paymentStatus' | 'amountMinor' | 'currency' | 'lastBilledAt' | 'nextBillingAt' | 'cancelAt'
>

/** The payment provider's last report about the purchase of a connection. */
export interface ConnectionPurchase extends Pick<BillingColumns, 'lastBilledAt' | 'nextBillingAt' | 'cancelAt'> {
  /** ID of the purchase (`pur_…`). */
  id: string
  paymentStatus: NonNullable<BillingColumns['paymentStatus']>
  amountMinor: number
  currency: string
}

export interface PlanConnectionRow extends Pick<
  ConnectionColumns,
  'id' | 'memberId' | 'planId' | 'priceId' | 'status' | 'createdAt'
> {
  /** Null: never paid for. */
  purchase: ConnectionPurchase | null
}

export type TeamRow = Tables['teams']
export type TeamMemberRow = Tables['teamMembers']
type TeamRole = TeamMemberRow['role']

export interface TeamOfMember {
  team: TeamRow
  role: TeamRole
  connection: PlanConnectionRow
}

export interface TeamPerson {
  memberId: string
  role: TeamRole
  email: string
  profileImage: string | null
}

/** @throws UniqueConstraintError if the member already has the plan */
export async function insertPlanConnection(tx: Tx, connection: PlanConnectionRow): Promise<void> {
  await tx.changes.touchMember(connection.memberId)
  await tx.kysely.insertInto('planConnections').values(toNewConnectionColumns(connection)).execute()
}

export async function findPlanConnection({ kysely }: Db, id: string): Promise<PlanConnectionRow | null> {
  const row = await kysely.selectFrom('planConnections').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toConnection(row) : null
}

export async function findConnectionByPurchase({ kysely }: Db, purchaseId: string): Promise<PlanConnectionRow | null> {
  const connections = kysely.selectFrom('planConnections').selectAll()
  const row = await connections.where('purchaseId', '=', purchaseId).executeTakeFirst()
  return row ? toConnection(row) : null
}

/** Oldest first. */
export const listPlanConnections = (db: Db, memberId: string): Promise<PlanConnectionRow[]> =>
  listConnectionsOfMembers(db, [memberId])

/** Oldest first. */
export async function listConnectionsOfMembers(
  { kysely }: Db,
  memberIds: readonly string[],
): Promise<PlanConnectionRow[]> {
  if (memberIds.length === 0) return []
  const rows = await kysely
    .selectFrom('planConnections')
    .selectAll()
    .where('memberId', 'in', memberIds)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(toConnection)
}

export async function replacePlanConnection(tx: Tx, connection: PlanConnectionRow): Promise<void> {
  await tx.changes.touchConnection(connection.id)
  const { id, ...changes } = toConnectionColumns(connection)
  await tx.kysely.updateTable('planConnections').set(changes).where('id', '=', id).execute()
}

export async function deletePlanConnection(tx: Tx, id: string): Promise<void> {
  await tx.changes.touchConnection(id)
  await tx.kysely.deleteFrom('planConnections').where('id', '=', id).execute()
}

/** Members in checkout for a plan: each takes one place. @param except id of a member who is not counted */
export async function countMembersInCheckout(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
  planId: string,
  { now, except }: { now: number; except: string },
): Promise<number> {
  const row = await kysely
    .selectFrom('purchases')
    .select(({ fn }) => fn.count<number>('memberId').distinct().as('places'))
    .where('appId', '=', appId)
    .where('mode', '=', mode)
    .where('planId', '=', planId)
    .where('status', '=', 'OPEN')
    .where('expiresAt', '>', now)
    .where('memberId', '!=', except)
    .executeTakeFirstOrThrow()
  return row.places
}

/** Adds a team with its owner in the first seat. Emits no webhook: no member has joined yet. */
export async function insertTeam({ kysely }: Tx, team: TeamRow): Promise<void> {
  await kysely.insertInto('teams').values(team).execute()
  const { id: teamId, ownerId: memberId, createdAt: joinedAt } = team
  await kysely.insertInto('teamMembers').values({ teamId, memberId, role: 'OWNER', joinedAt }).execute()
}

export const findTeamById = (db: Db, id: string): Promise<TeamRow | null> => findTeamBy(db, 'id', id)

export const findTeamByInviteToken = (db: Db, token: string): Promise<TeamRow | null> =>
  findTeamBy(db, 'inviteToken', token)

export const findTeamByConnection = (db: Db, connectionId: string): Promise<TeamRow | null> =>
  findTeamBy(db, 'connectionId', connectionId)

async function findTeamBy(
  { kysely }: Db,
  column: 'id' | 'inviteToken' | 'connectionId',
  value: string,
): Promise<TeamRow | null> {
  // Callers choose the text. PostgreSQL refuses NUL, which no stored text contains.
  if (value.includes('\u0000')) return null
  return (await kysely.selectFrom('teams').selectAll().where(column, '=', value).executeTakeFirst()) ?? null
}

/** Locks the row until the transaction ends, to keep a count of seats valid, and returns its current state. */
export async function lockTeam({ kysely }: Tx, id: string): Promise<TeamRow | null> {
  // A write that changes nothing locks the row in both engines.
  const row = await kysely.updateTable('teams').set({ id }).where('id', '=', id).returningAll().executeTakeFirst()
  return row ?? null
}

export async function updateInviteToken({ kysely }: Db, id: string, inviteToken: string): Promise<void> {
  await kysely.updateTable('teams').set({ inviteToken }).where('id', '=', id).execute()
}

export async function deleteTeam(tx: Tx, id: string): Promise<void> {
  await tx.changes.touchTeam(id)
  await tx.kysely.deleteFrom('teams').where('id', '=', id).execute()
}

/** @throws UniqueConstraintError if the member is already in the team */
export async function insertTeamMember(tx: Tx, member: TeamMemberRow): Promise<void> {
  await tx.changes.touchTeam(member.teamId)
  await tx.kysely.insertInto('teamMembers').values(member).execute()
}

/** @returns false if the member was not in the team */
export async function deleteTeamMember(tx: Tx, teamId: string, memberId: string): Promise<boolean> {
  await tx.changes.touchTeam(teamId)
  const { numDeletedRows } = await tx.kysely
    .deleteFrom('teamMembers')
    .where('teamId', '=', teamId)
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function countTeamMembers({ kysely }: Db, teamId: string): Promise<number> {
  const row = await kysely
    .selectFrom('teamMembers')
    .select(({ fn }) => fn.countAll<number>().as('members'))
    .where('teamId', '=', teamId)
    .executeTakeFirstOrThrow()
  return row.members
}

/** The owner first, then in the order of joining. */
export async function listTeamPeople({ kysely, image }: Db, teamId: string): Promise<TeamPerson[]> {
  const rows = await kysely
    .selectFrom('teamMembers')
    .innerJoin('members', 'members.id', 'teamMembers.memberId')
    .select(['teamMembers.memberId', 'teamMembers.role', 'members.email', 'members.profileImage'])
    .where('teamMembers.teamId', '=', teamId)
    .orderBy('teamMembers.role', 'desc')
    .orderBy('teamMembers.joinedAt')
    .orderBy('teamMembers.memberId')
    .execute()
  return rows.map(({ memberId, role, email, profileImage }) => ({
    memberId,
    role,
    email,
    profileImage: profileImage === null ? null : image.toUrl(profileImage),
  }))
}

/** In the order of joining. */
export async function listTeamsOfMember(db: Db, memberId: string): Promise<TeamOfMember[]> {
  const teams = await listTeamsOfMembers(db, [memberId])
  return teams.map(({ memberId: _memberId, ...own }) => own)
}

export async function listTeamsOfMembers(
  { kysely }: Db,
  memberIds: readonly string[],
): Promise<(TeamOfMember & { memberId: string })[]> {
  if (memberIds.length === 0) return []
  const rows = await kysely
    .selectFrom('teamMembers')
    .innerJoin('teams', 'teams.id', 'teamMembers.teamId')
    .innerJoin('planConnections', 'planConnections.id', 'teams.connectionId')
    .selectAll('planConnections')
    .select(['teams.id as teamId', 'teams.appId', 'teams.mode', 'teams.ownerId', 'teams.connectionId'])
    .select(['teams.inviteToken', 'teams.createdAt as teamCreatedAt'])
    .select(['teamMembers.role', 'teamMembers.memberId as personId'])
    .where('teamMembers.memberId', 'in', memberIds)
    .orderBy('teamMembers.joinedAt')
    .orderBy('teams.id')
    .execute()
  return rows.map(
    ({ teamId, appId, mode, ownerId, connectionId, inviteToken, teamCreatedAt, role, personId, ...connection }) => ({
      memberId: personId,
      team: { id: teamId, appId, mode, ownerId, connectionId, inviteToken, createdAt: teamCreatedAt },
      role,
      connection: toConnection(connection),
    }),
  )
}

/** Adds app and mode of the member. */
export const toNewConnectionColumns = (connection: PlanConnectionRow) => ({
  ...toConnectionColumns(connection),
  appId: sql<string>`(select app_id from members where id = ${connection.memberId})`,
  mode: sql<Mode>`(select mode from members where id = ${connection.memberId})`,
})

function toConnectionColumns({ purchase, ...own }: PlanConnectionRow): Omit<ConnectionColumns, 'appId' | 'mode'> {
  const { id: purchaseId, ...billing } = purchase ?? {
    id: null,
    paymentStatus: null,
    amountMinor: null,
    currency: null,
    lastBilledAt: null,
    nextBillingAt: null,
    cancelAt: null,
  }
  return { ...own, purchaseId, ...billing }
}

/** Takes the columns by name: rows of joined tables have others too. */
export function toConnection(columns: Omit<ConnectionColumns, 'appId' | 'mode'>): PlanConnectionRow {
  const { purchaseId, paymentStatus, amountMinor, currency, lastBilledAt, nextBillingAt, cancelAt } = columns
  const { id, memberId, planId, priceId, status, createdAt } = columns
  const isPaid = purchaseId !== null && paymentStatus !== null && amountMinor !== null && currency !== null
  const purchase = isPaid
    ? { id: purchaseId, paymentStatus, amountMinor, currency, lastBilledAt, nextBillingAt, cancelAt }
    : null
  return { id, memberId, planId, priceId, status, createdAt, purchase }
}

/** A member's own connections, and the teams that they own or joined. */
export interface MemberPlans {
  connections: readonly PlanConnectionRow[]
  teams: readonly TeamOfMember[]
}

export const noPlans: MemberPlans = { connections: [], teams: [] }

export async function readMemberPlans(db: Db, memberId: string): Promise<MemberPlans> {
  const connections = await listPlanConnections(db, memberId)
  return { connections, teams: await listTeamsOfMember(db, memberId) }
}

/** Reads the plans of many members with two queries. @returns a lookup by member */
export async function readPlansOfMembers(
  db: Db,
  memberIds: readonly string[],
): Promise<(memberId: string) => MemberPlans> {
  const connections = byMember(await listConnectionsOfMembers(db, memberIds))
  const seats = byMember(await listTeamsOfMembers(db, memberIds))
  return (memberId) => ({ connections: connections.get(memberId) ?? [], teams: seats.get(memberId) ?? [] })
}

/** Groups rows by member, in their order. */
export function byMember<Row extends { memberId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(row.memberId)
    if (own) own.push(row)
    else found.set(row.memberId, [row])
  }
  return found
}

/** A failed payment ends access. */
export function isActive({ status }: PlanConnectionRow): boolean {
  return status === 'ACTIVE' || status === 'TRIALING'
}

/** Ids of the plans that give the member access now: their own, and those of their teams' owners. */
function activePlanIds({ connections, teams }: MemberPlans): Set<string> {
  if (connections.length === 0 && teams.length === 0) return new Set()
  const all = [...connections, ...teams.map(({ connection }) => connection)]
  return new Set(all.filter(isActive).map(({ planId }) => planId))
}

export interface PricedPlan {
  plan: PlanDefinition
  price: PriceDefinition
}

/** A price of the app and its plan, even if inactive. */
export function findPrice({ plans }: Pick<AppDefinition, 'plans'>, priceId: string | null): PricedPlan | undefined {
  for (const plan of plans) {
    const price = plan.prices.find(({ id }) => id === priceId)
    if (price) return { plan, price }
  }
  return undefined
}

type RedirectEvent = 'afterSignup' | 'afterLogin' | 'afterLogout'

/**
 * The redirect after an event, else null. Order: the member's own (except after a logout), the active plan with the
 * highest priority that sets one, the app.
 */
export function findRedirect(
  app: AppDefinition,
  event: RedirectEvent,
  member: Pick<MemberRow, 'loginRedirect'> | null,
  plans: MemberPlans,
): string | null {
  const own = event === 'afterLogout' ? null : (member?.loginRedirect ?? null)
  if (own !== null) return own
  const active = activePlanIds(plans)
  const plan = active.size === 0 ? undefined : firstWithRedirect(app.plans, event, active)
  return plan?.redirects[event] ?? app.redirects[event] ?? null
}

const firstWithRedirect = (plans: readonly PlanDefinition[], event: RedirectEvent, ids: ReadonlySet<string>) =>
  plans
    .filter(({ id, redirects }) => ids.has(id) && redirects[event] !== undefined)
    .toSorted((a, b) => (b.priority ?? -Infinity) - (a.priority ?? -Infinity) || 0)[0]

/** The redirect after an event of one plan: that of the plan, else of the app, else null. */
export const findPlanRedirect = (
  app: Pick<AppDefinition, 'redirects'>,
  event: 'afterPurchase' | 'afterCancel' | 'afterReplace',
  plan: Pick<PlanDefinition, 'redirects'> | undefined,
): string | null => plan?.redirects[event] ?? app.redirects[event] ?? null

/** Visitors never have access. */
export function maySeeGroup(group: Pick<ContentGroupDefinition, 'plans'>, memberPlans: MemberPlans): boolean {
  if (allowsAllMembers(group)) return true
  const active = activePlanIds(memberPlans)
  return group.plans.some((id) => active.has(id))
}

/** @param plans of the calling member; null for a visitor, who gets no `activeMemberHasAccess` */
export const toContentGroups = (app: AppDefinition, plans: MemberPlans | null): ContentGroup[] =>
  app.contentGroups.map((group) => ({
    id: group.key,
    key: group.key,
    name: group.name,
    allowAllMembers: allowsAllMembers(group),
    ...(plans && { activeMemberHasAccess: maySeeGroup(group, plans) }),
    redirect: group.redirect,
    urls: group.urls,
    plans: group.plans.map((id) => ({ id })),
  }))

const allowsAllMembers = ({ plans }: Pick<ContentGroupDefinition, 'plans'>): boolean => plans.length === 0
