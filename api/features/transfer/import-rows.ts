import type { PurchaseRow } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import type { MemberChanges, MemberRow, PlanConnectionRow } from '../../ports/store'
import type { Belongings } from '../../ports/transfer-store'
import type { OwnerScope } from '../../ports/trusttag/owner-store'
import { accountKey, newPlans, newProviders, purchaseKeys, wellFormedId } from './conflicts'
import type { TakenNames } from './conflicts'
import type { CheckedRow, PlanEntry } from './member-entry'

/** Rows to write in one transaction. */
export interface BatchRows extends Belongings {
  members: MemberRow[]
  changes: { id: string; changes: MemberChanges }[]
}

export const noRows = (): BatchRows => ({ members: [], changes: [], connections: [], purchases: [], accounts: [] })

export function addRows(batch: BatchRows, { connections, purchases, accounts }: Belongings): void {
  batch.connections.push(...connections)
  batch.purchases.push(...purchases)
  batch.accounts.push(...accounts)
}

type BuildServices = Pick<Services, 'secrets' | 'clock'>
type Entry = CheckedRow['entry']

/** Builds the rows of a new member, or the additional rows of an existing one, and marks their names as taken. */
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

/** A paid purchase; the payment provider is asked for its current state later. */
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

/**
 * The changes of an existing member: present values replace stored ones, custom fields one by one. An existing password stays,
 * because it may be newer; so do a verified email address and a customer ID.
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
