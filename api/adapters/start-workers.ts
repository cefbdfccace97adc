import type { Services } from '../ports/services'
import type { KeyedIssuer } from './issuer/create-issuer'
import { createIssuerWorker } from './issuer/issuer-worker'
import { createMirrorWorker } from './mirror/mirror-worker'
import { createReconcileWorker } from './payments/reconcile-worker'

export interface Worker {
  start(): void
  stop(graceMs: number): Promise<void>
}

/** Starts those that look after what was begun. @param opened with what they belong to @returns them, to be stopped */
export function startWorkers(services: Services & { issuer: KeyedIssuer }, opened: readonly Worker[]): Worker[] {
  const { mirror } = services
  const workers = [
    ...opened,
    createReconcileWorker(services),
    createIssuerWorker(services),
    ...(mirror ? [createMirrorWorker({ ...services, mirror })] : []),
  ]
  for (const worker of workers) worker.start()
  return workers
}
