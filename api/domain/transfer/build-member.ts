import type { Services } from '../../ports/services'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { MemberRow, PlanConnectionRow } from '../../ports/store'
import type { Belongings } from '../../ports/transfer-store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import type { CheckedRow } from './check-entry'
import type { PlanEntry } from './member-entry'
import { newPlans, newProviders } from './new-belongings'
import { accountKey, purchaseKeys } from './taken-names'
import type { TakenNames } from './taken-names'
import { wellFormedId } from './well-formed-id'

type BuildServices = Pick<Services, 'secrets' | 'clock'>
type Entry = CheckedRow['entry']

/**
 * The rows of a member of the file: a new one with everything, or what somebody who is here already gets besides. What they
 * take is taken from then on.
 */
export function buildMember(
  services: BuildServices,
  { appId, mode }: OwnerScope,
  taken: TakenNames,
  entry: Entry,
  existing?: MemberRow,
  held?: Belongings,
): Belongings & { member: MemberRow } {
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

/** As it stands once it is paid: what it has become since is asked of whoever takes the money. */
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
