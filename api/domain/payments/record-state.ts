import type { PurchaseState } from '../../ports/payments'
import type { PurchaseChanges, PurchaseRow } from '../../ports/purchase-store'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import { grantCredits } from '../../features/tag-purchases/fulfilment'
import { grantPurchase } from './grant-purchase'

interface Read {
  /** Of the purchase. */
  id: string
  /** Number of the read. */
  ticket: number
  state: PurchaseState
}

/** Writes what the provider said of a purchase, unless something newer was written already. In the caller's transaction. */
export async function recordState(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>,
  { id, ticket, state }: Read,
): Promise<void> {
  const known = await repositories.purchases.find(id)
  const member = known && (await repositories.members.lock(known.memberId))
  const purchase = member && (await repositories.purchases.find(id))
  if (!purchase || ticket <= purchase.readApplied) return
  const read: PurchaseChanges = { readApplied: ticket, lastReadAt: services.clock.now() }
  const changes = await changesOf(repositories, services, purchase, state)
  await repositories.purchases.update(id, { ...read, ...changes })
}

/** What has been given back, or is about to be given back or ended, gives nothing any more. */
const GONE: ReadonlySet<PurchaseRow['status']> = new Set(['SURPLUS', 'DUPLICATE', 'REFUNDED'])

async function changesOf(
  repositories: Repositories,
  services: Pick<Services, 'secrets' | 'clock' | 'mirror' | 'issuer' | 'proofAlarm'>,
  purchase: PurchaseRow,
  state: PurchaseState,
): Promise<PurchaseChanges> {
  if (state.status === 'OPEN') return {}
  if (state.status === 'EXPIRED') return purchase.status === 'OPEN' ? { status: 'EXPIRED' } : {}
  const { externalId, billing } = state
  if (GONE.has(purchase.status)) return { externalId }
  const order = await repositories.tagOrders.find(purchase.id)
  if (order) return { externalId, status: await grantCredits(repositories, services, { purchase, order, state }) }
  return { externalId, status: await grantPurchase(repositories, services, { ...purchase, externalId }, billing) }
}
