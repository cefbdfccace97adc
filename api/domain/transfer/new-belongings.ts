import type { Belongings } from '../../ports/transfer-store'
import type { CheckedRow } from './check-entry'
import type { PlanEntry } from './member-entry'

type Entry = CheckedRow['entry']

/** Plans of a row that the member neither has nor had; what they have stays as it is. */
export const newPlans = ({ plans }: Entry, held: Belongings | undefined): PlanEntry[] =>
  plans.filter(({ planId }) => !held?.connections.some((connection) => connection.planId === planId))

/** Ways in at providers that the member is not connected with. */
export const newProviders = ({ providers }: Entry, held: Belongings | undefined): Entry['providers'] =>
  providers.filter(({ provider }) => !held?.accounts.some((account) => account.provider === provider))
