import type { ConflictRule, ImportRowError } from '../../../contract/admin/schemas/transfer'
import type { AppDefinition } from '../apps/definition'
import type { Mode } from '../../domain/mode'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { Belongings } from '../../ports/transfer-store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import { ownsActiveTeam } from '../plans/teams'
import type { CheckedRow, PlanEntry } from './member-entry'

interface ImportContext {
  repositories: Pick<Repositories, 'teams'>
  app: Pick<AppDefinition, 'plans'>
  taken: TakenNames
  seats: SeatCounter
  onConflict: ConflictRule
}

type Conflict = Pick<ImportRowError, 'field'> & { code: ImportRowError['code'] }

/** Why a valid row conflicts with existing data; null: it does not, and its seats are taken. */
export async function findConflict(
  { repositories, app, taken, seats, onConflict }: ImportContext,
  { entry }: CheckedRow,
  existing: MemberRow | undefined,
  held: Belongings | undefined,
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
  if (await hasTeamsTooMany(repositories, app, active, existing)) {
    return { field: 'plans', code: 'can-only-have-one-active-team' }
  }
  // Only a cancelled connection frees its seat; a failed payment does not.
  const seated = plans.filter(({ status }) => status !== 'CANCELED').map(({ planId }) => planId)
  if (!seats.has(seated)) return { field: 'plans', code: 'plan-member-limit-reached' }
  seats.take(seated)
  return null
}

const givesAccess = ({ status }: PlanEntry): boolean => status === 'ACTIVE' || status === 'TRIALING'

async function hasTeamsTooMany(
  { teams }: Pick<Repositories, 'teams'>,
  { plans }: Pick<AppDefinition, 'plans'>,
  active: readonly string[],
  existing: MemberRow | undefined,
): Promise<boolean> {
  const shared = plans.filter(({ id, team }) => team && active.includes(id)).length
  if (shared === 0) return false
  return shared > 1 || (existing !== undefined && ownsActiveTeam(await teams.listByMember(existing.id)))
}

/** Names that earlier rows of this import took: a dry run has them nowhere else. */
interface SeenNames {
  memberIds: Set<string>
  accounts: Set<string>
  purchases: Set<string>
}

/** Names that rows of one transaction cannot have. */
export interface TakenNames extends SeenNames {
  connectionIds: Set<string>
  /** Given up, but still reserved for the member who had it. */
  keptEmails: ReadonlySet<string>
  memberOf(email: string): MemberRow | undefined
  heldBy(memberId: string): Belongings
}

export const accountKey = (provider: string, subject: string): string => `${provider} ${subject}`

/** The IDs of a purchase: ours, and those of the payment provider. */
export const purchaseKeys = (purchase: {
  id: string
  provider: string
  sessionId: string | null
  externalId: string | null
}): string[] => [
  purchase.id,
  ...[purchase.sessionId, purchase.externalId].filter((id) => id !== null).map((id) => `${purchase.provider} ${id}`),
]

/** Looks all rows of a transaction up at once. */
export async function findTakenNames(
  { memberTransfers }: Pick<Repositories, 'memberTransfers'>,
  { clock }: Pick<Services, 'clock'>,
  { appId, mode }: OwnerScope,
  seen: SeenNames,
  rows: readonly CheckedRow[],
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
  const found = await memberTransfers.findTaken(appId, mode, wishes, clock.now())
  const held = await memberTransfers.listBelongings(found.members.map(({ id }) => id))
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
  /** Counts again at the beginning of each transaction. */
  begin(repositories: Pick<Repositories, 'apps' | 'planConnections' | 'purchases'>, now: number): Promise<void>
  /** Whether each of these plans has a free seat. */
  has(planIds: readonly string[]): boolean
  take(planIds: readonly string[]): void
}

/** @param lookOnly for a dry run: counts once and locks nothing */
export function createSeatCounter(
  { plans }: Pick<AppDefinition, 'plans'>,
  { appId, mode }: OwnerScope,
  lookOnly: boolean,
): SeatCounter {
  const limits = plans.flatMap(({ id, memberLimit }) => (memberLimit === undefined ? [] : [{ id, memberLimit }]))
  const left = new Map<string, number>()
  return {
    async begin({ apps, planConnections, purchases }, now) {
      if (limits.length === 0 || (lookOnly && left.size > 0)) return
      // The lock of `requirePlace`: the count holds until the transaction ends.
      if (!lookOnly) await apps.lock(appId)
      for (const { id, memberLimit } of limits) {
        const taken = await planConnections.countByPlan(appId, mode, id)
        // Seats of open checkouts are taken too.
        const reserved = await purchases.countOpenByPlan(appId, mode, id, now, '')
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

type Entry = CheckedRow['entry']

/** Plans of a row that the member never had. */
export const newPlans = ({ plans }: Entry, held: Belongings | undefined): PlanEntry[] =>
  plans.filter(({ planId }) => !held?.connections.some((connection) => connection.planId === planId))

/** Provider accounts of a row that the member is not connected with. */
export const newProviders = ({ providers }: Entry, held: Belongings | undefined): Entry['providers'] =>
  providers.filter(({ provider }) => !held?.accounts.some((account) => account.provider === provider))

/** Member IDs differ by mode, so that a test member cannot pass for a live one. */
const patterns: Record<Mode, RegExp> = {
  test: /^mem_sb_[a-z0-9]{1,64}$/u,
  live: /^mem_[a-z0-9]{1,64}$/u,
}

/** The ID from the file if it is valid in this mode, else undefined. */
export const wellFormedId = (mode: Mode, id: string | null | undefined): string | undefined =>
  typeof id === 'string' && patterns[mode].test(id) ? id : undefined
