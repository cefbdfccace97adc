import type { PurchaseRow } from '../../ports/purchase-store'
import type { MemberRow, PlanConnectionRow } from '../../ports/store'
import type { Belongings } from '../../ports/transfer-store'

const iso = (time: number): string => new Date(time).toISOString()
const isoOrNull = (time: number | null): string | null => (time === null ? null : iso(time))

/** A member in an export: everything that an import needs to make the same one. */
export type TransferredMember = ReturnType<typeof toTransferredMember>

/** @param withHash only on request: hashes can be attacked offline */
export function toTransferredMember(member: MemberRow, belongings: Belongings, withHash: boolean) {
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
    createdAt: iso(member.createdAt),
    lastLogin: isoOrNull(member.lastLoginAt),
    plans: belongings.connections.map((connection) => toPlan(connection, belongings.purchases)),
    providers: belongings.accounts.map(({ provider, subject, createdAt }) => ({
      provider,
      accountId: subject,
      createdAt: iso(createdAt),
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
    createdAt: iso(createdAt),
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
  createdAt: iso(createdAt),
  paymentStatus,
  amountMinor,
  currency,
  lastBilledAt: isoOrNull(dates.lastBilledAt),
  nextBillingAt: isoOrNull(dates.nextBillingAt),
  cancelAt: isoOrNull(dates.cancelAt),
})
