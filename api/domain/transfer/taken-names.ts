import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import type { Belongings } from '../../ports/transfer-store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { CheckedRow } from './check-entry'
import { wellFormedId } from './well-formed-id'

/** What rows of this import took before: the database knows it too, but for one that only looks. */
export interface SeenNames {
  memberIds: Set<string>
  accounts: Set<string>
  purchases: Set<string>
}

/** What the rows of one transaction cannot have, because somebody has it. */
export interface TakenNames extends SeenNames {
  connectionIds: Set<string>
  /** Given up, and still kept for who had it. */
  keptEmails: ReadonlySet<string>
  memberOf(email: string): MemberRow | undefined
  heldBy(memberId: string): Belongings
}

/** An account at a provider. */
export const accountKey = (provider: string, subject: string): string => `${provider} ${subject}`

/** What a purchase is known by: here, and at who takes the money. */
export const purchaseKeys = (purchase: {
  id: string
  provider: string
  sessionId: string | null
  externalId: string | null
}): string[] => [
  purchase.id,
  ...[purchase.sessionId, purchase.externalId].filter((id) => id !== null).map((id) => `${purchase.provider} ${id}`),
]

/** Asks for all rows of a transaction at once. */
export async function lookUp(
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
