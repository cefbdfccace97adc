import { setTimeout as pause } from 'node:timers/promises'
import type { Db, Tx } from '../../database/db'
import type { Tables } from '../../database/tables'
import { toIso } from '../../lib/clock'
import { reasonOf } from '../../lib/errors'
import { createPollingWorker, type PollingWorker } from '../../lib/concurrency'
import type { Services } from '../../http/services'
import { forgetPaymentDays } from '../analytics/repository'
import { insertAuditEntry } from '../audit/repository'
import { auditEntry } from '../audit/actions'
import { type LedgerEntry, paymentsOf } from './provider'
import { findPurchase, type PurchaseRow } from './repository'

type PaymentRow = Tables['payments']

type LedgerServices = Pick<Services, 'store' | 'payments' | 'clock' | 'secrets' | 'log'>

/**
 * Reads all payments of a purchase from its provider. Idempotent: an entry keeps its first time, and takes what was not known before, such
 * as a fee. Never throws: a purchase must not wait for the ledger, and the worker tries again.
 */
export async function recordPayments(
  services: Omit<LedgerServices, 'log'> & Partial<LedgerServices>,
  purchaseId: string,
): Promise<void> {
  const { store, payments, clock } = services
  try {
    const purchase = await findPurchase(store, purchaseId)
    const provider = purchase && (await paymentsOf(payments, purchase))
    if (!purchase || !provider || purchase.externalId === null || purchase.sessionId === null) return
    const { sessionId, externalId } = purchase
    const entries = await provider.listPayments({ purchaseId, sessionId, externalId })
    await store.transaction(async (tx) => {
      const known = await listPaymentTimes(tx, purchase)
      const changed: PaymentRow[] = []
      for (const entry of entries) {
        const row = toRow(services, purchase, entry)
        const isChange =
          row.kind === 'refund-failed' ? await failRefund(tx, services, row) : await upsertPayment(tx, row)
        if (isChange) changed.push({ ...row, at: known.get(row.externalId) ?? row.at })
      }
      const charges = changed.filter((row) => row.kind === 'charge' && !known.has(row.externalId))
      const firstCharge = charges.length > 0 ? Math.min(...charges.map(({ at }) => at)) : null
      if (changed.length > 0) await forgetPaymentDays(tx, purchase, { at: changed.map(({ at }) => at), firstCharge })
      await tx.kysely.updateTable('purchases').set({ ledgerReadAt: clock.now() }).where('id', '=', purchaseId).execute()
    })
  } catch (error) {
    services.log?.warn({ purchase: purchaseId, reason: reasonOf(error) }, 'could not read the payments of a purchase')
  }
}

const toRow = (
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  { id, appId, mode, memberId, planId, provider }: PurchaseRow,
  entry: LedgerEntry,
): PaymentRow => ({
  id: secrets.id('pay'),
  appId,
  mode,
  memberId,
  purchaseId: id,
  planId,
  provider,
  ...entry,
  at: entry.at ?? clock.now(),
})

/** By the provider's ID. */
async function listPaymentTimes({ kysely }: Db, { id, provider }: PurchaseRow): Promise<Map<string, number>> {
  const rows = await kysely
    .selectFrom('payments')
    .select(['externalId', 'at'])
    .where('purchaseId', '=', id)
    .where('provider', '=', provider)
    .execute()
  return new Map(rows.map(({ externalId, at }) => [externalId, at]))
}

/** @returns whether anything has changed */
async function upsertPayment({ kysely }: Db, row: PaymentRow): Promise<boolean> {
  const { kind, amountMinor, taxMinor, feeMinor } = row
  if (amountMinor === 0 && (kind === 'refund' || kind === 'dispute')) {
    const { numDeletedRows } = await kysely
      .deleteFrom('payments')
      .where('provider', '=', row.provider)
      .where('externalId', '=', row.externalId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  const { numInsertedOrUpdatedRows = 0n } = await kysely
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'externalId'])
        .doUpdateSet({ kind, amountMinor, taxMinor, feeMinor })
        // A failure is final: an older read must not undo it.
        .where('payments.kind', '!=', 'refund-failed')
        .where((eb) =>
          eb.or(
            (['kind', 'amountMinor', 'taxMinor', 'feeMinor'] as const).map((column) =>
              eb(`payments.${column}`, 'is distinct from', eb.ref(`excluded.${column}`)),
            ),
          ),
        ),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** The money came back to the owner, who hears of it once, in the audit log. @returns whether this is the first time */
async function failRefund(tx: Tx, services: Pick<Services, 'secrets' | 'clock'>, row: PaymentRow): Promise<boolean> {
  const { provider, externalId, kind, amountMinor, appId, mode, purchaseId, memberId, currency } = row
  const { numUpdatedRows } = await tx.kysely
    .updateTable('payments')
    .set({ kind, amountMinor })
    .where('provider', '=', provider)
    .where('externalId', '=', externalId)
    .where('kind', '!=', kind)
    .executeTakeFirst()
  const { numInsertedOrUpdatedRows: added = 0n } = await tx.kysely
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'externalId']).doNothing())
    .executeTakeFirst()
  if (numUpdatedRows + added === 0n) return false
  const detail = { refund: externalId, amount: String(amountMinor), currency, ...(memberId && { member: memberId }) }
  const owner = { appId, mode, actor: 'payment provider' }
  await insertAuditEntry(tx, auditEntry(services, owner, { act: 'payment.refund.fail', subject: purchaseId, detail }))
  return true
}

/** Payments on one page of a member. */
const LISTED_MAX = 50

/** Newest first. */
export const listPaymentsOfMember = ({ kysely }: Db, memberId: string): Promise<PaymentRow[]> =>
  kysely
    .selectFrom('payments')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX)
    .execute()

export const toMemberPayment = ({ id, kind, planId, amountMinor, taxMinor, feeMinor, currency, at }: PaymentRow) => ({
  id,
  kind,
  planId,
  amount: amountMinor,
  tax: taxMinor,
  fee: feeMinor,
  currency,
  at: toIso(at),
})

/** Purchases that were never read, oldest first: of before the ledger, or after an outage. */
async function listUnread({ kysely }: Db, skip: ReadonlySet<string>): Promise<string[]> {
  const rows = await kysely
    .selectFrom('purchases')
    .select('id')
    .where('ledgerReadAt', 'is', null)
    .where('externalId', 'is not', null)
    .where('sessionId', 'is not', null)
    .orderBy('createdAt')
    .limit(STEP + skip.size)
    .execute()
  return rows.map(({ id }) => id).filter((id) => !skip.has(id))
}

const POLL_MS = 60_000
const STEP = 20
/** Between two purchases, within the provider's limits. */
const REST_MS = 200

/** Backfill. @param alone runs it in one process at a time */
export function createLedgerWorker(
  services: LedgerServices & { alone?: (work: () => Promise<void>) => Promise<void> },
): PollingWorker {
  const { store, log, alone } = services
  // Purchases that cannot be read must not hold up the others.
  const tried = new Set<string>()
  return createPollingWorker({
    pollMs: POLL_MS,
    alone,
    work: async ({ stopping }) => {
      for (;;) {
        const ids = await listUnread(store, tried)
        if (ids.length === 0) return tried.clear()
        for (const id of ids) {
          tried.add(id)
          await recordPayments(services, id)
          await pause(REST_MS)
          if (stopping.aborted) return
        }
      }
    },
    fail: (error) => log.error({ reason: reasonOf(error) }, 'could not read past payments'),
  })
}
