import type { Kysely } from 'kysely'
import type { TestCheckoutRow, TestPaymentsRepository, TestSaleRow } from '../../../ports/test-payments-store'
import type { Tables } from '../../../database/tables'

export function createTestPaymentsRepository(db: Kysely<Tables>): TestPaymentsRepository {
  return { ...customers(db), ...checkouts(db), ...sales(db), ...charges(db), ...portals(db) }
}

function customers(db: Kysely<Tables>): Pick<TestPaymentsRepository, 'ensureCustomer'> {
  return {
    async ensureCustomer(memberId, id) {
      await db
        .insertInto('testCustomers')
        .values({ memberId, id })
        .onConflict((conflict) => conflict.column('memberId').doNothing())
        .execute()
      const row = await db
        .selectFrom('testCustomers')
        .select('id')
        .where('memberId', '=', memberId)
        .executeTakeFirstOrThrow()
      return row.id
    },
  }
}

function checkouts(
  db: Kysely<Tables>,
): Pick<TestPaymentsRepository, 'ensureCheckout' | 'findCheckout' | 'closeCheckout'> {
  return {
    async ensureCheckout(row) {
      await db
        .insertInto('testCheckouts')
        .values(toCheckoutColumns(row))
        .onConflict((conflict) => conflict.column('purchaseId').doNothing())
        .execute()
      const stored = await db
        .selectFrom('testCheckouts')
        .selectAll()
        .where('purchaseId', '=', row.purchaseId)
        .executeTakeFirstOrThrow()
      return toCheckoutRow(stored)
    },

    async findCheckout(sessionId) {
      const row = await db.selectFrom('testCheckouts').selectAll().where('sessionId', '=', sessionId).executeTakeFirst()
      return row ? toCheckoutRow(row) : null
    },

    async closeCheckout(sessionId, status) {
      const { numUpdatedRows } = await db
        .updateTable('testCheckouts')
        .set({ status })
        .where('sessionId', '=', sessionId)
        .where('status', '=', 'OPEN')
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },
  }
}

type SaleMethods = 'insertSale' | 'findSale' | 'findSaleByPurchase' | 'replaceSale' | 'listSales'

function sales(db: Kysely<Tables>): Pick<TestPaymentsRepository, SaleMethods> {
  const findBy = async (column: 'id' | 'purchaseId', value: string): Promise<TestSaleRow | null> => {
    const row = await db.selectFrom('testSales').selectAll().where(column, '=', value).executeTakeFirst()
    return row ? toSaleRow(row) : null
  }
  return {
    async insertSale(sale) {
      await db.insertInto('testSales').values(toSaleColumns(sale)).execute()
    },

    findSale: (id) => findBy('id', id),
    findSaleByPurchase: (purchaseId) => findBy('purchaseId', purchaseId),

    async replaceSale(sale) {
      const { id, version, ...changes } = toSaleColumns(sale)
      const { numUpdatedRows } = await db
        .updateTable('testSales')
        .set({ ...changes, version: version + 1 })
        .where('id', '=', id)
        .where('version', '=', version)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    async listSales(customerId) {
      const rows = await db
        .selectFrom('testSales')
        .selectAll()
        .where('customerId', '=', customerId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .execute()
      return rows.map(toSaleRow)
    },
  }
}

function charges(db: Kysely<Tables>): Pick<TestPaymentsRepository, 'insertCharge' | 'refundCharges' | 'listCharges'> {
  return {
    async insertCharge(charge) {
      await db.insertInto('testCharges').values(charge).execute()
    },

    async refundCharges(saleId) {
      await db
        .updateTable('testCharges')
        .set({ status: 'REFUNDED' })
        .where('saleId', '=', saleId)
        .where('status', '=', 'PAID')
        .execute()
    },

    listCharges(customerId) {
      return db
        .selectFrom('testCharges')
        .selectAll()
        .where('customerId', '=', customerId)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .execute()
    },
  }
}

function portals(
  db: Kysely<Tables>,
): Pick<TestPaymentsRepository, 'insertPortal' | 'findPortal' | 'deleteExpiredPortals'> {
  return {
    async insertPortal(portal) {
      await db
        .insertInto('testPortals')
        .values({ ...portal, prices: JSON.stringify(portal.prices) })
        .execute()
    },

    async findPortal(tokenDigest, now) {
      const row = await db
        .selectFrom('testPortals')
        .selectAll()
        .where('tokenDigest', '=', tokenDigest)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      return row ? { ...row, prices: JSON.parse(row.prices) } : null
    },

    async deleteExpiredPortals(now) {
      await db.deleteFrom('testPortals').where('expiresAt', '<=', now).execute()
    },
  }
}

const toText = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

const toCheckoutColumns = (row: TestCheckoutRow): Tables['testCheckouts'] => ({
  ...row,
  price: JSON.stringify(row.price),
  coupon: toText(row.coupon),
  metadata: JSON.stringify(row.metadata),
})

const toCheckoutRow = (row: Tables['testCheckouts']): TestCheckoutRow => ({
  ...row,
  price: JSON.parse(row.price),
  coupon: row.coupon === null ? null : JSON.parse(row.coupon),
  metadata: JSON.parse(row.metadata),
})

const toSaleColumns = (row: TestSaleRow): Tables['testSales'] => ({
  ...row,
  price: JSON.stringify(row.price),
  coupon: toText(row.coupon),
})

const toSaleRow = (row: Tables['testSales']): TestSaleRow => ({
  ...row,
  price: JSON.parse(row.price),
  coupon: row.coupon === null ? null : JSON.parse(row.coupon),
})
