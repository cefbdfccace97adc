import type { Db } from '../../database/db'
import type { Tables } from '../../database/tables'
import type { OwnerScope } from '../apps/definition'

/** Only the ledger reads `ledgerReadAt`. */
export type PurchaseRow = Omit<Tables['purchases'], 'ledgerReadAt'>
export type PurchaseStatus = PurchaseRow['status']

export type PurchaseChanges = Partial<
  Pick<PurchaseRow, 'sessionId' | 'externalId' | 'status' | 'readApplied' | 'lastReadAt' | 'priceId' | 'planId'>
>

type PaymentEvent = Tables['paymentEvents']

/** `account` is null for the server's account. */
type NewPurchase = Omit<PurchaseRow, 'account'> & Partial<Pick<PurchaseRow, 'account'>>

export async function insertPurchase({ kysely }: Db, purchase: NewPurchase): Promise<void> {
  await kysely
    .insertInto('purchases')
    .values({ account: null, ...purchase })
    .execute()
}

export const findPurchase = (db: Db, id: string): Promise<PurchaseRow | null> => findBy(db, { id })

export const findPurchaseBySession = (
  db: Db,
  provider: PurchaseRow['provider'],
  sessionId: string,
): Promise<PurchaseRow | null> => findBy(db, { provider, sessionId })

/** @param externalId the provider's ID of the subscription or payment */
export const findPurchaseByExternalId = (
  db: Db,
  provider: PurchaseRow['provider'],
  externalId: string,
): Promise<PurchaseRow | null> => findBy(db, { provider, externalId })

/** @param externalId the provider's ID of one payment, as in the ledger */
export async function findPurchaseByPayment(
  db: Db,
  provider: PurchaseRow['provider'],
  externalId: string,
): Promise<PurchaseRow | null> {
  const payment = await db.kysely
    .selectFrom('payments')
    .select('purchaseId')
    .where('provider', '=', provider)
    .where('externalId', '=', externalId)
    .executeTakeFirst()
  return payment ? findPurchase(db, payment.purchaseId) : null
}

async function findBy(
  { kysely }: Db,
  columns: Partial<Pick<PurchaseRow, 'id' | 'provider' | 'sessionId' | 'externalId'>>,
): Promise<PurchaseRow | null> {
  const found = kysely.selectFrom('purchases').selectAll()
  const row = await found.where((eb) => eb.and(columns)).executeTakeFirst()
  return row ? toPurchase(row) : null
}

const toPurchase = ({ ledgerReadAt: _read, ...purchase }: Tables['purchases']): PurchaseRow => purchase

/** Oldest first. */
export async function listPurchases({ kysely }: Db, memberId: string): Promise<PurchaseRow[]> {
  const rows = await kysely
    .selectFrom('purchases')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(toPurchase)
}

/** Subscriptions that still run at Stripe, by the account that sold them; null: the server's. */
export async function countSubscriptions(
  { kysely }: Db,
  { appId, mode }: OwnerScope,
): Promise<Map<string | null, number>> {
  const rows = await kysely
    .selectFrom('planConnections')
    .innerJoin('purchases', 'purchases.id', 'planConnections.purchaseId')
    .select('purchases.account')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('planConnections.appId', '=', appId)
    .where('planConnections.mode', '=', mode)
    .where('planConnections.status', '!=', 'CANCELED')
    .where('planConnections.nextBillingAt', 'is not', null)
    .where('purchases.provider', '=', 'stripe')
    .groupBy('purchases.account')
    .execute()
  return new Map(rows.map(({ account, count }) => [account, Number(count)]))
}

export async function updatePurchase({ kysely }: Db, id: string, changes: PurchaseChanges): Promise<void> {
  if (Object.keys(changes).length > 0) await kysely.updateTable('purchases').set(changes).where('id', '=', id).execute()
}

/** Takes the number of the next read. Atomic. @returns null for an unknown purchase */
export async function beginPurchaseRead({ kysely }: Db, id: string): Promise<number | null> {
  const row = await kysely
    .updateTable('purchases')
    .set(({ eb }) => ({ readsBegun: eb('readsBegun', '+', 1) }))
    .where('id', '=', id)
    .returning('readsBegun')
    .executeTakeFirst()
  return row?.readsBegun ?? null
}

/**
 * Ids of purchases to read, the longest unread first: those with unfinished work, and, of those not read since
 * `staleBefore`, paid ones with a payment due or an interrupted read.
 */
export async function listDuePurchases(
  { kysely }: Db,
  now: number,
  staleBefore: number,
  limit: number,
): Promise<string[]> {
  const rows = await kysely
    .selectFrom('purchases')
    .leftJoin('planConnections', 'planConnections.purchaseId', 'purchases.id')
    .select('purchases.id')
    .where((eb) =>
      eb.or([
        eb('purchases.status', 'in', ['OPEN', 'REPLACING', 'SURPLUS', 'DUPLICATE', 'REFUNDING']),
        eb.and([
          eb('purchases.status', '=', 'PAID'),
          eb('purchases.lastReadAt', '<', staleBefore),
          eb.or([
            eb('planConnections.nextBillingAt', '<', now),
            eb.and([eb('planConnections.cancelAt', '<', now), eb('planConnections.status', '!=', 'CANCELED')]),
            eb('purchases.readsBegun', '>', eb.ref('purchases.readApplied')),
          ]),
        ]),
      ]),
    )
    // Databases differ in where they sort null.
    .orderBy('purchases.lastReadAt', (order) => order.asc().nullsFirst())
    .orderBy('purchases.createdAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes purchases that expired unpaid before this time. */
export async function deleteUnpaidPurchases({ kysely }: Db, before: number): Promise<void> {
  await kysely
    .deleteFrom('purchases')
    .where('status', '=', 'EXPIRED')
    .where('externalId', 'is', null)
    .where('expiresAt', '<', before)
    .execute()
}

/** @returns false if it is already stored */
export async function insertPaymentEvent({ kysely }: Db, event: PaymentEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('paymentEvents')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows > 0n
}

export async function hasPaymentEvent(
  { kysely }: Db,
  provider: PaymentEvent['provider'],
  eventId: string,
): Promise<boolean> {
  const row = await kysely
    .selectFrom('paymentEvents')
    .select('eventId')
    .where('provider', '=', provider)
    .where('eventId', '=', eventId)
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePaymentEventsBefore({ kysely }: Db, time: number): Promise<void> {
  await kysely.deleteFrom('paymentEvents').where('receivedAt', '<', time).execute()
}
