import type { Services } from '../ports/services'
import type { KeyedIssuer } from '../features/credentials/issuer'
import { createIssuerWorker } from '../features/tags/backfill'
import type { MirrorFields } from '../features/mirror/jobs'
import { createMirrorWorker } from '../features/mirror/worker'
import type { MirrorWorkerOptions } from '../features/mirror/worker'
import { toTagPurchase } from '../features/tag-purchases/serializers'
import { createReconcileWorker } from '../features/payments/reconcile-worker'
import { createResanitizeWorker } from '../features/comments/resanitize-worker'
import type { SharedLock } from '../database/shared-lock'

export interface Worker {
  start(): void
  stop(graceMs: number): Promise<void>
}

/** Starts those that look after what was begun. @param opened with what they belong to @returns them, to be stopped */
export function startWorkers(services: Services & { issuer: KeyedIssuer }, opened: readonly Worker[]): Worker[] {
  const workers = [...opened, createIssuerWorker(services)]
  for (const worker of workers) worker.start()
  return workers
}

/**
 * Those that one process runs at a time: they ask a service outside, which counts how often it is asked, or do work that two
 * would do twice. Each process has them all, so that another takes over when one ends.
 */
export function createSoleWorkers(services: Services, { tryWithLock }: Pick<SharedLock, 'tryWithLock'>): Worker[] {
  const { mirror } = services
  return [
    createReconcileWorker({ ...services, alone: (work) => tryWithLock('reconcile', work) }),
    createResanitizeWorker({ ...services, alone: (work) => tryWithLock('resanitize', work) }),
    ...(mirror
      ? [
          createMirrorWorker({
            ...services,
            mirror,
            readers: mirrorReaders(services),
            alone: (work) => tryWithLock('mirror', work),
          }),
        ]
      : []),
  ]
}

/** The columns of each kind of record in the mirror. */
export function mirrorReaders({ store, clock }: Pick<Services, 'store' | 'clock'>): MirrorWorkerOptions['readers'] {
  return {
    async signup(id): Promise<MirrorFields | null> {
      const record = await store.signupRecords.find(id)
      if (!record) return null
      const { memberId, email, customFields, createdAt } = record
      return { ...customFields, email, memberId, createdAt: new Date(createdAt).toISOString() }
    },
    async purchase(id): Promise<MirrorFields | null> {
      const [order, purchase] = [await store.tagOrders.find(id), await store.purchases.find(id)]
      if (!order || !purchase) return null
      const credits = await store.credits.listByPurchase(id)
      const record = toTagPurchase(order, purchase, credits, clock.now())
      // Left out: values that change without a write of the purchase would soon be wrong in a copy.
      const { id: _, selectedSkills, refundableUntil: _until, unusedTags: _unused, ...fields } = record
      return { ...fields, memberId: order.memberId, selectedSkills: selectedSkills.join(', ') }
    },
  }
}
