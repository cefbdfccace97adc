import { RECONCILE_INTERVAL_SECONDS } from '../../../contract/limits'
import { withTimeout } from '../../lib/concurrency'
import { reasonOf } from '../../domain/payments/reason-of'
import { settlePurchase } from './settle'
import type { SettleServices } from './settle'
import type { Services } from '../../ports/services'

/** Purchases that are read in parallel. */
const CONCURRENCY = 4
const PER_LOOK_MAX = 500
/** How often purchases are read whose provider should have sent an event. */
const STALE_MS = 60 * 60 * 1000

interface ReconcileWorker {
  /** Reads what is due now and every minute: whatever a killed process or a lost event left undone. */
  start(): void
  /** Resolves when everything that is due was tried once. */
  look(): Promise<void>
  /**
   * Starts nothing more and waits for running reads.
   * @param graceMs then it stops waiting; the next start repeats the read
   */
  stop(graceMs: number): Promise<void>
}

interface ReconcileWorkerOptions extends SettleServices, Pick<Services, 'log'> {
  /** Runs the work unless another process does. */
  alone?: (work: () => Promise<void>) => Promise<void>
}

/** Reconciles purchases with their providers in the background. */
export function createReconcileWorker({ alone = atOnce, ...services }: ReconcileWorkerOptions): ReconcileWorker {
  const { store, clock, log } = services
  const state = { stopped: false }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null

  const settleAll = async (ids: Iterator<string>): Promise<void> => {
    for (let next = ids.next(); !next.done && !state.stopped; next = ids.next()) await settle(services, next.value)
  }
  const lookUp = async (staleBefore: number): Promise<void> => {
    const due = await store.purchases.listDue(clock.now(), staleBefore, PER_LOOK_MAX)
    const ids = due.values()
    await Promise.all(Array.from({ length: CONCURRENCY }, () => settleAll(ids)))
  }
  const look = (staleBefore = clock.now() - STALE_MS): Promise<void> => {
    if (state.stopped) return Promise.resolve()
    looking ??= alone(() => lookUp(staleBefore))
      .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'purchases cannot be looked up'))
      .finally(() => (looking = null))
    return looking
  }
  return {
    start() {
      timer ??= setInterval(() => void look(), RECONCILE_INTERVAL_SECONDS * 1000).unref()
      // No process works on purchases of an earlier run.
      void look(clock.now())
    },
    look: () => look(),
    async stop(graceMs) {
      clearInterval(timer)
      state.stopped = true
      await withTimeout(looking, graceMs)
    },
  }
}

const atOnce = (work: () => Promise<void>): Promise<void> => work()

/** A purchase that cannot be read goes to the end of the queue and blocks no other. */
async function settle(services: SettleServices & Pick<Services, 'log'>, id: string): Promise<void> {
  try {
    await settlePurchase(services, id)
  } catch (error) {
    services.log.warn({ purchase: id, reason: reasonOf(error) }, 'a purchase could not be looked up')
    await services.store.purchases.update(id, { lastReadAt: services.clock.now() })
  }
}
