import { CREDIT_REFUND_DAYS } from '../../../contract/limits'
import type { Repositories } from '../../ports/store'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { ApiError } from '../../lib/errors'
import { finishPurchase } from '../payments/finish-purchase'
import { settlePurchase } from '../payments/settle-purchase'
import type { SettleServices } from '../payments/settle-purchase'
import { shareOf } from './share-of'

const DAY_MS = 24 * 60 * 60 * 1000

/** Until when the unused credits of an order are given back on request. */
export const refundableUntil = (paidAt: number): number => paidAt + CREDIT_REFUND_DAYS * DAY_MS

export interface RefundOptions {
  /** False for an owner, who may give back later, too. */
  hasDeadline: boolean
  /** Locks the member of the purchase, and refuses who may not act for them (any more). */
  lock: (repositories: Repositories) => Promise<unknown>
}

/**
 * Gives back what was paid for the unused credits of a purchase, an equal share for each. The credits go first, under the
 * lock of the member, so that none is spent and given back; then the money. What a crash cuts off between the two the
 * reconcile worker ends.
 * @returns `later` when the provider could not be reached for the money: it follows
 * @throws ApiError `nothing-to-refund`, `refund-period-over`, `payments-not-configured`, `payment-provider-unavailable`:
 *   then nothing has changed
 */
export async function refundUnused(
  services: SettleServices,
  { id, provider, mode, status }: PurchaseRow,
  options: RefundOptions,
): Promise<'done' | 'later'> {
  const payments = services.payments.named(provider, mode)
  if (!payments) throw new ApiError('payments-not-configured')
  // Asked before, and not through yet: the same refund goes on.
  if (status !== 'REFUNDING') {
    // What others have given back already must not be given once more.
    await settlePurchase(services, id)
    await services.store.transaction((repositories) => takeUnused(repositories, services, id, options))
  }
  try {
    await finishPurchase(services, payments, id)
    return 'done'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'payment-provider-unavailable') return 'later'
    throw error
  }
}

async function takeUnused(
  repositories: Repositories,
  { clock }: SettleServices,
  id: string,
  { lock, hasDeadline }: RefundOptions,
): Promise<void> {
  await lock(repositories)
  const now = clock.now()
  const order = await repositories.tagOrders.find(id)
  const status = (await repositories.purchases.find(id))?.status
  // Somebody asked a moment ago: the money is on its way.
  if (status === 'REFUNDING') return
  if (!order || order.paidAt === null || status !== 'PAID') throw new ApiError('nothing-to-refund')
  const rows = await repositories.credits.listByPurchase(id)
  const unused = rows.filter((credit) => credit.status === 'AVAILABLE')
  if (unused.length === 0) throw new ApiError('nothing-to-refund')
  if (hasDeadline && refundableUntil(order.paidAt) <= now) throw new ApiError('refund-period-over')
  for (const credit of unused) await repositories.credits.move(credit.id, 'AVAILABLE', 'REFUNDED', now)
  const before = rows.filter((credit) => credit.status === 'REFUNDED').length
  await repositories.tagOrders.update(id, { refundingMinor: due(order, before, unused.length) })
  await repositories.purchases.update(id, { status: 'REFUNDING' })
}

const due = (order: TagOrderRow, before: number, unused: number): number =>
  shareOf(order, before + unused) - shareOf(order, before)
