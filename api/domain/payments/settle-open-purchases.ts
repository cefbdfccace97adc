import type { Services } from '../../ports/services'
import { withTimeout } from '../../lib/concurrency'
import { reasonOf } from './reason-of'
import { settlePurchase } from './settle-purchase'
import type { SettleServices } from './settle-purchase'

/** How long an answer waits for the provider; what comes later shows with the next one. */
const WAIT_MS = 2_500

/**
 * Looks up what a member may have paid for or changed just now, so that who comes back from a checkout or the portal has
 * it at once. A provider that is slow or down delays the answer a little and breaks nothing.
 */
export async function settleOpenPurchases(
  services: SettleServices & Pick<Services, 'log'>,
  memberId: string,
): Promise<void> {
  const all = await services.store.purchases.listByMember(memberId)
  const open = all.filter(
    ({ status, sessionId, readsBegun, readApplied }) =>
      sessionId !== null && (status === 'OPEN' || (status === 'PAID' && readsBegun > readApplied)),
  )
  if (open.length === 0) return
  const settled = open.map(({ id }) =>
    settlePurchase(services, id).catch((error: unknown) =>
      services.log.warn({ purchase: id, reason: reasonOf(error) }, 'a purchase could not be looked up'),
    ),
  )
  await withTimeout(Promise.all(settled), WAIT_MS)
}
