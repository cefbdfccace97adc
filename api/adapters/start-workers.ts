import type { Services } from '../ports/services'
import type { KeyedIssuer } from '../features/credentials/issuer'
import { createIssuerWorker } from '../features/tags/backfill'
import { createMirrorWorker } from './mirror/mirror-worker'
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
    ...(mirror ? [createMirrorWorker({ ...services, mirror, alone: (work) => tryWithLock('mirror', work) })] : []),
  ]
}
