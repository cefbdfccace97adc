import { reasonOf } from '../../domain/payments/reason-of'
import type { DueDelivery } from '../../ports/webhook-store'
import { createWorkerPool } from '../../lib/concurrency'
import type { WorkerPool } from '../../lib/concurrency'
import { attemptDelivery } from './attempt-delivery'
import type { AttemptServices } from './attempt-delivery'

/** So many messages are on their way at a time. */
const WORKERS = 40
/** Of those so many to one endpoint: one that answers slowly holds up itself alone. */
const WORKERS_PER_ENDPOINT = 2
/** How long a receiver may take. */
const ATTEMPT_MAX_MS = 15_000
/** Longer than an attempt may take; after it another process may send the message. */
const CLAIM_MS = 30_000

export interface DeliveryOptions extends AttemptServices {
  attemptMaxMs?: number
}

export function createDeliveryPool(options: DeliveryOptions): WorkerPool {
  const { log, attemptMaxMs = ATTEMPT_MAX_MS } = options
  const claims = createClaims(options)
  return createWorkerPool<DueDelivery>({
    size: WORKERS,
    attemptMaxMs,
    claim: claims.next,
    attempt: (due, attempt) => attemptDelivery(options, due, attempt).finally(() => claims.leave(due)),
    fail: (error) => log.error({ reason: reasonOf(error) }, 'webhooks cannot be sent'),
  })
}

/** Who claims, and for which endpoints enough is on its way. Claims wait for each other, so that the count holds. */
function createClaims({ store, clock }: DeliveryOptions) {
  const onTheWay = new Map<string, number>()
  let line: Promise<unknown> = Promise.resolve()

  const claim = async (isStopped: () => boolean): Promise<DueDelivery | undefined> => {
    if (isStopped()) return undefined
    const now = clock.now()
    const busy = [...onTheWay].flatMap(([id, count]) => (count >= WORKERS_PER_ENDPOINT ? [id] : []))
    const [due] = await store.webhooks.claimDue(now, now + CLAIM_MS, 1, busy)
    if (!due) return undefined
    if (isStopped()) {
      await store.webhooks.updateDelivery(due.delivery.id, { nextAttemptAt: now })
      return undefined
    }
    onTheWay.set(due.endpoint.id, (onTheWay.get(due.endpoint.id) ?? 0) + 1)
    return due
  }
  return {
    next: (isStopped: () => boolean): Promise<DueDelivery | undefined> => {
      const claimed = line.then(() => claim(isStopped))
      line = claimed.catch(() => {})
      return claimed
    },
    leave: ({ endpoint: { id } }: DueDelivery): void => {
      const left = (onTheWay.get(id) ?? 1) - 1
      if (left > 0) onTheWay.set(id, left)
      else onTheWay.delete(id)
    },
  }
}
