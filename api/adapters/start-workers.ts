import type { Services } from '../ports/services'
import type { KeyedIssuer } from './issuer/create-issuer'
import { createIssuerWorker } from './issuer/issuer-worker'
import { createMirrorWorker } from './mirror/mirror-worker'
import { createReconcileWorker } from './payments/reconcile-worker'
import type { WitnessWorker } from './witness/witness-worker'

export interface Worker {
  start(): void
  stop(graceMs: number): Promise<void>
}

/** Starts those that look after what was begun. @returns them, to be stopped */
export function startWorkers(services: Services & { issuer: KeyedIssuer }, witnessing: WitnessWorker): Worker[] {
  const { mirror } = services
  const workers = [
    createReconcileWorker(services),
    createIssuerWorker(services),
    witnessing,
    ...(mirror ? [createMirrorWorker({ ...services, mirror })] : []),
  ]
  for (const worker of workers) worker.start()
  return workers
}
