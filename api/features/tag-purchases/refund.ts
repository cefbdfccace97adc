import { CREDIT_REFUND_DAYS } from '../../../contract/limits'
import type { Repositories } from '../../ports/store'
import type { PurchaseRow } from '../../ports/purchase-store'
import type { TagOrderRow } from '../../ports/trusttag/credit-store'
import { ApiError } from '../../lib/errors'
import { finishPurchase, settlePurchase } from '../payments/settle'
import type { SettleServices } from '../payments/settle'
import type { Payments } from '../payments/provider'
import { tagRefundMail } from './mails'
import { toOutboxRow } from '../mail/outbox'
import { queueMirrorJob } from '../mirror/jobs'

const DAY_MS = 24 * 60 * 60 * 1000

/** Until then unused credits are refunded on request. */
export const refundableUntil = (paidAt: number): number => paidAt + CREDIT_REFUND_DAYS * DAY_MS

interface RefundOptions {
  /** False for an owner, who may refund later, too. */
  hasDeadline: boolean
  /** Locks the member of the purchase; throws if the caller may not act for them. */
  lock: (repositories: Repositories) => Promise<unknown>
}

/**
 * Refunds the unused credits of a purchase, an equal share for each. First the credits, under the lock of the member, so that
 * none is both spent and refunded; then the money. After a crash between the two the reconcile worker finishes.
 * @returns `later` when the provider could not be reached: the reconcile worker repeats the refund
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
  // An earlier request already took the credits: continue its refund.
  if (status !== 'REFUNDING') {
    // Learn of refunds made at the provider, so that nothing is refunded twice.
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
  // A parallel request was faster.
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

/**
 * Refunds the money of credits that are `REFUNDED`. Idempotent and safe in parallel: the provider's key has the number of
 * refunded credits, and the first caller records the result.
 */
export async function finishRefund(
  services: SettleServices,
  payments: Payments,
  { id, memberId, externalId }: PurchaseRow,
): Promise<void> {
  const { store } = services
  const order = await store.tagOrders.find(id)
  if (!order || externalId === null) return
  const count = await countRefunded(store, id)
  const given = await payments.refundPart(externalId, order.refundingMinor, `${id}:${count}`)
  await store.transaction(async (repositories) => {
    await repositories.members.lock(memberId)
    const current = await repositories.tagOrders.find(id)
    const isRecorded = !current?.refundingMinor || (await countRefunded(repositories, id)) !== count
    if (!isRecorded) await recordRefund(repositories, services, current, given)
  })
  // The next read shows refunds that were made at the provider meanwhile.
  await store.purchases.beginRead(id)
}

async function countRefunded({ credits }: Pick<Repositories, 'credits'>, purchaseId: string): Promise<number> {
  return (await credits.listByPurchase(purchaseId)).filter(({ status }) => status === 'REFUNDED').length
}

async function recordRefund(
  repositories: Repositories,
  services: SettleServices,
  order: TagOrderRow,
  given: number,
): Promise<void> {
  const { purchaseId, appId, mode, userEmail: email } = order
  const refundedMinor = order.refundedMinor + given
  await repositories.tagOrders.update(purchaseId, { refundedMinor, refundingMinor: 0 })
  await repositories.purchases.update(purchaseId, { status: refundedMinor >= order.amountMinor ? 'REFUNDED' : 'PAID' })
  await queueMirrorJob(repositories, services, { appId, mode, kind: 'purchase', recordId: purchaseId })
  const app = given > 0 ? await repositories.apps.findById(appId) : null
  const mail = app && tagRefundMail(app, order, given)
  if (mail) await repositories.outbox.insert(toOutboxRow(services, app, { email, mode }, mail))
}

/** Cost of `n` credits of an order, in minor units. Rounded once for all, so that the shares add up to the whole amount. */
export const shareOf = ({ amountMinor, numberOfTags }: Pick<TagOrderRow, 'amountMinor' | 'numberOfTags'>, n: number) =>
  Math.floor((amountMinor * n) / numberOfTags)
