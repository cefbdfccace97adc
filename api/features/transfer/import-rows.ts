import type { ConflictRule, ImportRowError } from '../../../contract/admin/schemas/transfer'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import type { Mode } from '../../lib/ids'
import type { AppDefinition, OwnerScope } from '../apps/definition'
import { lockApp } from '../apps/repository'
import { countMembersWithPlan, type MemberChanges, type MemberRow } from '../members/repository'
import type { PurchaseRow } from '../payments/repository'
import { countMembersInCheckout, listTeamsOfMember, type PlanConnectionRow } from '../plans/repository'
import { ownsActiveTeam } from '../plans/join'
import type { CheckedRow, PlanEntry } from './member-entry'
import { findTakenIds, listOwnedRecords, type OwnedRecords } from './repository'

export interface BatchRows extends OwnedRecords {
  members: MemberRow[]
  changes: { id: string; changes: MemberChanges }[]
}

export const noRows = (): BatchRows => ({ members: [], changes: [], connections: [], purchases: [], accounts: [] })

export function addRows(batch: BatchRows, { connections, purchases, accounts }: OwnedRecords): void {
  batch.connections.push(...connections)
  batch.purchases.push(...purchases)
  batch.accounts.push(...accounts)
}

type BuildServices = Pick<Services, 'secrets' | 'clock'>
type Entry = CheckedRow['entry']

/** Builds the rows of a new member, or additional rows of an existing one, and marks their names as taken. */
export function buildMember(
  services: BuildServices,
  { appId, mode }: OwnerScope,
  taken: TakenNames,
  { entry, existing, held }: { entry: Entry; existing?: MemberRow; held?: OwnedRecords },
): OwnedRecords & { member: MemberRow } {
  const now = services.clock.now()
  const named = wellFormedId(mode, entry.id)
  const id = named === undefined || taken.memberIds.has(named) ? services.secrets.memberId(mode) : named
  const member = existing ?? newMember({ appId, mode }, id, entry, now)
  taken.memberIds.add(member.id)
  const plans = newPlans(entry, held)
  const purchases = plans.flatMap(({ planId, purchase }) => (purchase ? [toPurchase(member, planId, purchase)] : []))
  for (const purchase of purchases) for (const key of purchaseKeys(purchase)) taken.purchases.add(key)
  const accounts = newProviders(entry, held).map(({ provider, accountId: subject, createdAt = now }) => {
    taken.accounts.add(accountKey(provider, subject))
    return { memberId: member.id, appId, mode, provider, subject, deviceId: null, createdAt }
  })
  return { member, purchases, accounts, connections: plans.map((plan) => toConnection(services, taken, member, plan)) }
}

function newMember(scope: OwnerScope, id: string, entry: Entry, now: number): MemberRow {
  return {
    id,
    ...scope,
    email: entry.email,
    passwordHash: entry.passwordHash ?? null,
    verified: entry.verified ?? false,
    providers: [],
    profileImage: entry.profileImage ?? null,
    loginRedirect: entry.loginRedirect ?? null,
    stripeCustomerId: entry.stripeCustomerId ?? null,
    customFields: entry.customFields ?? {},
    metaData: entry.metaData ?? {},
    json: entry.json ?? {},
    createdAt: Math.min(entry.createdAt ?? now, now),
    lastLoginAt: entry.lastLogin ? Math.min(entry.lastLogin, now) : null,
  }
}

function toConnection(
  { secrets, clock }: BuildServices,
  { connectionIds }: TakenNames,
  { id: memberId }: MemberRow,
  { id, planId, priceId, status, createdAt, purchase }: PlanEntry,
): PlanConnectionRow {
  const isFree = id !== undefined && /^con_[\w-]{1,64}$/u.test(id) && !connectionIds.has(id)
  const connectionId = isFree ? id : secrets.id('con')
  connectionIds.add(connectionId)
  return {
    id: connectionId,
    memberId,
    planId,
    priceId,
    status,
    createdAt: createdAt ?? clock.now(),
    purchase: purchase && {
      id: purchase.id,
      paymentStatus: purchase.paymentStatus,
      amountMinor: purchase.amountMinor,
      currency: purchase.currency,
      lastBilledAt: purchase.lastBilledAt,
      nextBillingAt: purchase.nextBillingAt,
      cancelAt: purchase.cancelAt,
    },
  }
}

/** A paid purchase; a later read gets its current state from the payment provider. */
const toPurchase = (
  { id: memberId, appId, mode }: MemberRow,
  planId: string,
  { id, provider, sessionId, externalId, couponId, priceId, createdAt }: NonNullable<PlanEntry['purchase']>,
): PurchaseRow => ({
  id,
  appId,
  mode,
  memberId,
  planId,
  priceId,
  couponId,
  provider,
  account: null,
  sessionId,
  externalId,
  status: 'PAID',
  replaces: null,
  createdAt,
  expiresAt: createdAt,
  readsBegun: 0,
  readApplied: 0,
  lastReadAt: null,
})

/**
 * An existing member's changes: present values replace stored ones, custom fields one by one. An existing password
 * stays, because it may be newer; so do a verified email address and a customer ID.
 */
export function changesOf(member: MemberRow, entry: CheckedRow['entry']): MemberChanges {
  const { passwordHash, verified, customFields, metaData, json, profileImage, loginRedirect, stripeCustomerId } = entry
  return {
    ...(member.passwordHash === null && typeof passwordHash === 'string' && { passwordHash }),
    ...(verified === true && { verified }),
    ...(customFields && { customFields: { ...member.customFields, ...customFields } }),
    ...(metaData && { metaData }),
    ...(json && { json }),
    ...(profileImage !== undefined && { profileImage }),
    ...(loginRedirect !== undefined && { loginRedirect }),
    ...(member.stripeCustomerId === null && typeof stripeCustomerId === 'string' && { stripeCustomerId }),
  }
}

interface ImportContext {
  db: Db
  app: Pick<AppDefinition, 'plans'>
  taken: TakenNames
  seats: SeatCounter
  onConflict: ConflictRule
}

type Conflict = Pick<ImportRowError, 'field'> & { code: ImportRowError['code'] }

/** Why a valid row conflicts with existing data. Null: no conflict, and its seats are taken. */
export async function findConflict(
  { db, app, taken, seats, onConflict }: ImportContext,
  { entry }: CheckedRow,
  existing: MemberRow | undefined,
  held: OwnedRecords | undefined,
): Promise<Conflict | null> {
  if (existing ? onConflict === 'fail' : taken.keptEmails.has(entry.email)) {
    return { field: 'email', code: 'email-already-in-use' }
  }
  const plans = newPlans(entry, held)
  const paid = plans.flatMap(({ purchase }) => (purchase ? purchaseKeys(purchase) : []))
  if (paid.some((key) => taken.purchases.has(key)) || new Set(paid).size < paid.length) {
    return { field: 'plans', code: 'unique-constraint-violation' }
  }
  const accounts = newProviders(entry, held).map(({ provider, accountId }) => accountKey(provider, accountId))
  if (accounts.some((key) => taken.accounts.has(key))) return { field: 'providers', code: 'account-already-connected' }
  const active = plans.filter(givesAccess).map(({ planId }) => planId)
  if (await hasTeamsTooMany(db, app, active, existing)) {
    return { field: 'plans', code: 'can-only-have-one-active-team' }
  }
  // Only a canceled connection frees its seat; a failed payment does not.
  const seated = plans.filter(({ status }) => status !== 'CANCELED').map(({ planId }) => planId)
  if (!seats.has(seated)) return { field: 'plans', code: 'plan-member-limit-reached' }
  seats.take(seated)
  return null
}

const givesAccess = ({ status }: PlanEntry): boolean => status === 'ACTIVE' || status === 'TRIALING'

async function hasTeamsTooMany(
  db: Db,
  { plans }: Pick<AppDefinition, 'plans'>,
  active: readonly string[],
  existing: MemberRow | undefined,
): Promise<boolean> {
  const shared = plans.filter(({ id, team }) => team && active.includes(id)).length
  if (shared === 0) return false
  return shared > 1 || (existing !== undefined && ownsActiveTeam(await listTeamsOfMember(db, existing.id)))
}

/** Names that earlier rows of this import took: in a dry run, only here. */
interface SeenNames {
  memberIds: Set<string>
  accounts: Set<string>
  purchases: Set<string>
}

/** Names that a transaction's rows cannot have. */
export interface TakenNames extends SeenNames {
  connectionIds: Set<string>
  /** Given up, but still reserved for the member who had it. */
  keptEmails: ReadonlySet<string>
  memberOf(email: string): MemberRow | undefined
  heldBy(memberId: string): OwnedRecords
}

const accountKey = (provider: string, subject: string): string => `${provider} ${subject}`

/** The IDs of a purchase: ours, and the payment provider's. */
const purchaseKeys = (purchase: {
  id: string
  provider: string
  sessionId: string | null
  externalId: string | null
}): string[] => [
  purchase.id,
  ...[purchase.sessionId, purchase.externalId].filter((id) => id !== null).map((id) => `${purchase.provider} ${id}`),
]

/** Looks up all rows of a transaction at once. */
export async function findTakenNames(
  db: Db,
  { clock }: Pick<Services, 'clock'>,
  { appId, mode }: OwnerScope,
  { seen, rows }: { seen: SeenNames; rows: readonly CheckedRow[] },
): Promise<TakenNames> {
  const entries = rows.map(({ entry }) => entry)
  const plans = entries.flatMap((entry) => entry.plans)
  const wishes = {
    emails: entries.map(({ email }) => email),
    memberIds: entries.map(({ id }) => wellFormedId(mode, id)).filter((id) => id !== undefined),
    connectionIds: plans.flatMap(({ id }) => (id === undefined ? [] : [id])),
    purchases: plans.flatMap(({ purchase }) => (purchase ? [purchase] : [])),
    subjects: entries.flatMap(({ providers }) => providers.map(({ accountId }) => accountId)),
  }
  const found = await findTakenIds(db, { appId, mode }, wishes, clock.now())
  const held = await listOwnedRecords(
    db,
    found.members.map(({ id }) => id),
  )
  const byEmail = new Map(found.members.map((member) => [member.email, member]))
  for (const id of found.memberIds) seen.memberIds.add(id)
  for (const { provider, subject } of found.accounts) seen.accounts.add(accountKey(provider, subject))
  for (const purchase of found.purchases) for (const key of purchaseKeys(purchase)) seen.purchases.add(key)
  return {
    ...seen,
    connectionIds: new Set(found.connectionIds),
    keptEmails: new Set(found.keptEmails),
    memberOf: (email) => byEmail.get(email),
    heldBy: (memberId) => ({
      connections: held.connections.filter((row) => row.memberId === memberId),
      accounts: held.accounts.filter((row) => row.memberId === memberId),
      purchases: held.purchases,
    }),
  }
}

/** Free seats of plans with a member limit. */
interface SeatCounter {
  /** Counts again at the start of each transaction. */
  begin(db: Db, now: number): Promise<void>
  /** Whether each of these plans has a free seat. */
  has(planIds: readonly string[]): boolean
  take(planIds: readonly string[]): void
}

/** @param lookOnly for a dry run: a single count, without locks */
export function createSeatCounter(
  { plans }: Pick<AppDefinition, 'plans'>,
  { appId, mode }: OwnerScope,
  lookOnly: boolean,
): SeatCounter {
  const limits = plans.flatMap(({ id, memberLimit }) => (memberLimit === undefined ? [] : [{ id, memberLimit }]))
  const left = new Map<string, number>()
  return {
    async begin(db, now) {
      if (limits.length === 0 || (lookOnly && left.size > 0)) return
      // The lock of `requirePlace` keeps the count valid until the transaction ends.
      if (!lookOnly) await lockApp(db, appId)
      for (const { id, memberLimit } of limits) {
        const taken = await countMembersWithPlan(db, { appId, mode, planId: id })
        // Seats of open checkouts are taken too.
        const reserved = await countMembersInCheckout(db, { appId, mode }, id, { now, except: '' })
        left.set(id, memberLimit - taken - reserved)
      }
    },
    has: (planIds) => planIds.every((id) => (left.get(id) ?? Infinity) > 0),
    take(planIds) {
      for (const id of planIds) {
        const seats = left.get(id)
        if (seats !== undefined) left.set(id, seats - 1)
      }
    },
  }
}

/** Plans of a row that the member never had. */
const newPlans = ({ plans }: Entry, held: OwnedRecords | undefined): PlanEntry[] =>
  plans.filter(({ planId }) => !held?.connections.some((connection) => connection.planId === planId))

/** Provider accounts of a row that the member is not connected with. */
const newProviders = ({ providers }: Entry, held: OwnedRecords | undefined): Entry['providers'] =>
  providers.filter(({ provider }) => !held?.accounts.some((account) => account.provider === provider))

/** Member IDs differ by mode, so that a test member cannot pass for a live one. */
const patterns: Record<Mode, RegExp> = {
  test: /^mem_sb_[a-z0-9]{1,64}$/u,
  live: /^mem_[a-z0-9]{1,64}$/u,
}

/** The file's ID if it is valid in this mode, else undefined. */
const wellFormedId = (mode: Mode, id: string | null | undefined): string | undefined =>
  typeof id === 'string' && patterns[mode].test(id) ? id : undefined
