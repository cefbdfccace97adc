import type { Payments } from '../../ports/payments'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import { finishPurchase } from './finish-purchase'
import { recordState } from './record-state'

export type SettleServices = Pick<
  Services,
  'store' | 'payments' | 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm' | 'logGrew'
>

/**
 * Brings what a member holds of a purchase to what the provider says of it. It may be called at any time, any number of
 * times and at once: reads of the provider are numbered, and one that began before the last one that counted is dropped.
 * What it began and a crash cut off, the next call ends.
 *
 * @param purchaseId `pur_…`; an unknown one is passed over
 * @throws ApiError `payment-provider-unavailable`; then nothing has changed, or the rest is left to the next call
 */
export async function settlePurchase(services: SettleServices, purchaseId: string): Promise<void> {
  const { store } = services
  const ticket = await store.purchases.beginRead(purchaseId)
  const purchase = await store.purchases.find(purchaseId)
  if (ticket === null || !purchase) return
  const payments = services.payments.named(purchase.provider, purchase.mode)
  // Nobody can be asked: it goes to the end of the queue.
  if (!payments) return store.purchases.update(purchaseId, { lastReadAt: services.clock.now() })
  if (purchase.sessionId === null) return giveUp(services, purchase, ticket)
  await read(services, payments, { ...purchase, sessionId: purchase.sessionId }, ticket)
  await finishPurchase(services, payments, purchaseId)
}

async function read(
  services: SettleServices,
  payments: Payments,
  { id, sessionId, externalId }: PurchaseRow & { sessionId: string },
  ticket: number,
): Promise<void> {
  // Nothing of ours is locked while the provider thinks.
  const state = await payments.readPurchase({ purchaseId: id, sessionId, externalId })
  await services.store.transaction((repositories) => recordState(repositories, services, { id, ticket, state }))
  // Money that went back may have taken TrustTags with it.
  services.logGrew()
}

/** Its address was never given out: once its time is up, what the purchase reserved is free again. */
async function giveUp({ store, clock }: SettleServices, purchase: PurchaseRow, readApplied: number): Promise<void> {
  const now = clock.now()
  const isOver = purchase.status === 'OPEN' && purchase.expiresAt <= now
  await store.purchases.update(purchase.id, { readApplied, lastReadAt: now, ...(isOver && { status: 'EXPIRED' }) })
}
