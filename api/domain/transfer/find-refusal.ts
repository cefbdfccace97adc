import type { ConflictRule, ImportRowError } from '../../../contract/admin/schemas/transfer'
import type { MemberRow, Repositories } from '../../ports/store'
import type { Belongings } from '../../ports/transfer-store'
import type { AppDefinition } from '../app-definition'
import { ownsActiveTeam } from '../../features/plans/teams'
import type { CheckedRow } from './check-entry'
import type { Places } from './free-places'
import type { PlanEntry } from './member-entry'
import { newPlans, newProviders } from './new-belongings'
import { accountKey, purchaseKeys } from './taken-names'
import type { TakenNames } from './taken-names'

interface Circumstances {
  repositories: Pick<Repositories, 'teams'>
  app: Pick<AppDefinition, 'plans'>
  taken: TakenNames
  places: Places
  onConflict: ConflictRule
}

type Refusal = Pick<ImportRowError, 'field'> & { code: ImportRowError['code'] }

/** Why a row that is right in itself cannot be imported here and now; null: it can, and the places it needs are its. */
export async function findRefusal(
  { repositories, app, taken, places, onConflict }: Circumstances,
  { entry }: CheckedRow,
  existing: MemberRow | undefined,
  held: Belongings | undefined,
): Promise<Refusal | null> {
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
  // A place is free again once its connection is cancelled; a payment that failed keeps it.
  const seated = plans.filter(({ status }) => status !== 'CANCELED').map(({ planId }) => planId)
  if (!places.has(seated)) return { field: 'plans', code: 'plan-member-limit-reached' }
  places.take(seated)
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
