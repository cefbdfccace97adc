import type { Db } from '../../../database/db'
import type { Tables } from '../../../database/tables'
import type { CheckoutOrder, OrderedPrice } from '../provider'

export interface TestCheckoutRow extends Omit<Tables['testCheckouts'], 'price' | 'coupon' | 'metadata'> {
  price: OrderedPrice
  coupon: CheckoutOrder['coupon']
  metadata: CheckoutOrder['metadata']
}

/** Bought at a checkout: a subscription, or a one-time payment. */
export interface TestSubscriptionRow extends Omit<Tables['testSales'], 'price' | 'coupon'> {
  price: OrderedPrice
  /** A coupon for the first payment stays, as used, until the second: the rest of the period is worth what was paid. */
  coupon: (NonNullable<CheckoutOrder['coupon']> & { isUsed?: true }) | null
}

export type TestChargeRow = Tables['testCharges']

export interface TestPortalRow extends Omit<Tables['testPortals'], 'prices'> {
  prices: OrderedPrice[]
}

/** The customer of a member. @param id used for a new customer */
export async function ensureTestCustomer({ kysely }: Db, memberId: string, id: string): Promise<string> {
  await kysely
    .insertInto('testCustomers')
    .values({ memberId, id })
    .onConflict((conflict) => conflict.column('memberId').doNothing())
    .execute()
  const row = await kysely
    .selectFrom('testCustomers')
    .select('id')
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return row.id
}

/** The checkout of a purchase. @param row stored for a new checkout */
export async function ensureTestCheckout({ kysely }: Db, row: TestCheckoutRow): Promise<TestCheckoutRow> {
  await kysely
    .insertInto('testCheckouts')
    .values({
      ...row,
      price: JSON.stringify(row.price),
      coupon: row.coupon && JSON.stringify(row.coupon),
      metadata: JSON.stringify(row.metadata),
    })
    .onConflict((conflict) => conflict.column('purchaseId').doNothing())
    .execute()
  const stored = await kysely
    .selectFrom('testCheckouts')
    .selectAll()
    .where('purchaseId', '=', row.purchaseId)
    .executeTakeFirstOrThrow()
  return toCheckout(stored)
}

export async function findTestCheckout({ kysely }: Db, sessionId: string): Promise<TestCheckoutRow | null> {
  const row = await kysely.selectFrom('testCheckouts').selectAll().where('sessionId', '=', sessionId).executeTakeFirst()
  return row ? toCheckout(row) : null
}

/** Ends an open checkout. Atomic. @returns false if it was not open */
export async function closeTestCheckout(
  { kysely }: Db,
  sessionId: string,
  status: Exclude<TestCheckoutRow['status'], 'OPEN'>,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('testCheckouts')
    .set({ status })
    .where('sessionId', '=', sessionId)
    .where('status', '=', 'OPEN')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function insertTestSubscription({ kysely }: Db, subscription: TestSubscriptionRow): Promise<void> {
  await kysely.insertInto('testSales').values(toSubscriptionColumns(subscription)).execute()
}

export const findTestSubscription = (db: Db, id: string): Promise<TestSubscriptionRow | null> =>
  findSubscriptionBy(db, 'id', id)

export const findTestSubscriptionByPurchase = (db: Db, purchaseId: string): Promise<TestSubscriptionRow | null> =>
  findSubscriptionBy(db, 'purchaseId', purchaseId)

async function findSubscriptionBy(
  { kysely }: Db,
  column: 'id' | 'purchaseId',
  value: string,
): Promise<TestSubscriptionRow | null> {
  const row = await kysely.selectFrom('testSales').selectAll().where(column, '=', value).executeTakeFirst()
  return row ? toSubscription(row) : null
}

/** Newest first. */
export async function listTestSubscriptions({ kysely }: Db, customerId: string): Promise<TestSubscriptionRow[]> {
  const rows = await kysely
    .selectFrom('testSales')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toSubscription)
}

/** Stores the next version of a subscription. Atomic. @returns false if its version was not the newest */
export async function replaceTestSubscription({ kysely }: Db, subscription: TestSubscriptionRow): Promise<boolean> {
  const { id, version, ...changes } = toSubscriptionColumns(subscription)
  const { numUpdatedRows } = await kysely
    .updateTable('testSales')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function insertTestCharge({ kysely }: Db, charge: TestChargeRow): Promise<void> {
  await kysely.insertInto('testCharges').values(charge).execute()
}

/** Newest first. */
export const listTestCharges = ({ kysely }: Db, customerId: string): Promise<TestChargeRow[]> =>
  kysely
    .selectFrom('testCharges')
    .selectAll()
    .where('customerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()

export async function refundTestCharges({ kysely }: Db, subscriptionId: string): Promise<void> {
  await kysely
    .updateTable('testCharges')
    .set({ status: 'REFUNDED' })
    .where('saleId', '=', subscriptionId)
    .where('status', '=', 'PAID')
    .execute()
}

export async function insertTestPortal({ kysely }: Db, portal: TestPortalRow): Promise<void> {
  await kysely
    .insertInto('testPortals')
    .values({ ...portal, prices: JSON.stringify(portal.prices) })
    .execute()
}

/** @returns null if unknown or expired */
export async function findTestPortal({ kysely }: Db, tokenDigest: string, now: number): Promise<TestPortalRow | null> {
  const row = await kysely
    .selectFrom('testPortals')
    .selectAll()
    .where('tokenDigest', '=', tokenDigest)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ? { ...row, prices: JSON.parse(row.prices) } : null
}

export async function deleteExpiredTestPortals({ kysely }: Db, now: number): Promise<void> {
  await kysely.deleteFrom('testPortals').where('expiresAt', '<=', now).execute()
}

const toCheckout = (row: Tables['testCheckouts']): TestCheckoutRow => ({
  ...row,
  price: JSON.parse(row.price),
  coupon: row.coupon === null ? null : JSON.parse(row.coupon),
  metadata: JSON.parse(row.metadata),
})

const toSubscriptionColumns = (row: TestSubscriptionRow): Tables['testSales'] => ({
  ...row,
  price: JSON.stringify(row.price),
  coupon: row.coupon && JSON.stringify(row.coupon),
})

const toSubscription = (row: Tables['testSales']): TestSubscriptionRow => ({
  ...row,
  price: JSON.parse(row.price),
  coupon: row.coupon === null ? null : JSON.parse(row.coupon),
})
