import { toIso, toIsoOrNull } from '../../lib/clock'
import type { MemberRow } from '../members/repository'
import type { PurchaseRow } from '../payments/repository'
import type { PlanConnectionRow } from '../plans/repository'
import type { OwnedRecords } from './repository'

/** Everything that an import needs to create the same member. */
export type TransferredMember = ReturnType<typeof toTransferredMember>

/** @param withHash only on request: hashes can be attacked offline */
export function toTransferredMember(member: MemberRow, records: OwnedRecords, withHash: boolean) {
  const { id, email, verified, passwordHash, profileImage, loginRedirect, stripeCustomerId } = member
  return {
    id,
    email,
    verified,
    hasPassword: passwordHash !== null,
    ...(withHash && { passwordHash }),
    profileImage,
    loginRedirect,
    stripeCustomerId,
    customFields: member.customFields,
    metaData: member.metaData,
    json: member.json,
    createdAt: toIso(member.createdAt),
    lastLogin: toIsoOrNull(member.lastLoginAt),
    plans: records.connections.map((connection) => toPlan(connection, records.purchases)),
    providers: records.accounts.map(({ provider, subject, createdAt }) => ({
      provider,
      accountId: subject,
      createdAt: toIso(createdAt),
    })),
  }
}

function toPlan({ id, planId, priceId, status, createdAt, purchase }: PlanConnectionRow, rows: readonly PurchaseRow[]) {
  const row = rows.find((one) => one.id === purchase?.id)
  return {
    id,
    planId,
    priceId,
    status,
    createdAt: toIso(createdAt),
    purchase: purchase && row ? toPurchase(purchase, row) : null,
  }
}

const toPurchase = (
  { paymentStatus, amountMinor, currency, ...dates }: NonNullable<PlanConnectionRow['purchase']>,
  { id, provider, sessionId, externalId, couponId, priceId, createdAt }: PurchaseRow,
) => ({
  id,
  provider,
  sessionId,
  externalId,
  couponId,
  priceId,
  createdAt: toIso(createdAt),
  paymentStatus,
  amountMinor,
  currency,
  lastBilledAt: toIsoOrNull(dates.lastBilledAt),
  nextBillingAt: toIsoOrNull(dates.nextBillingAt),
  cancelAt: toIsoOrNull(dates.cancelAt),
})
