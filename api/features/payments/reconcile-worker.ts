import { RECONCILE_INTERVAL_SECONDS } from '../../../contract/limits'
import { withTimeout } from '../../lib/concurrency'
import { reasonOf } from '../../domain/payments/reason-of'
import { settlePurchase } from './settle'
import type { SettleServices } from './settle'
import type { Services } from '../../ports/services'

/** So many purchases are looked up at a time. */
const LANES = 4
const PER_LOOK_MAX = 500
/** What a provider should have reported on, and did not, is looked up so often. */
const STALE_MS = 60 * 60 * 1000

export interface ReconcileWorker {
  /** Looks up what is due now, and again every minute: whatever a killed process or a lost event left undone. */
  start(): void
  /** Looks once. Resolves when everything that is due has been tried. */
  look(): Promise<void>
  /**
   * Starts nothing more and waits for what is being looked up.
   * @param graceMs after this time a look is left to itself; the next start takes it again
   */
  stop(graceMs: number): Promise<void>
}

export interface ReconcileWorkerOptions extends SettleServices, Pick<Services, 'log'> {
  /** Runs the work, or leaves it to another process that is at it. */
  alone?: (work: () => Promise<void>) => Promise<void>
}

/** Brings purchases to what their providers say of them, without anybody asking. */
export function createReconcileWorker({ alone = atOnce, ...services }: ReconcileWorkerOptions): ReconcileWorker {
  const { store, clock, log } = services
  const state = { stopped: false }
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | null = null

  const lane = async (ids: Iterator<string>): Promise<void> => {
    for (let next = ids.next(); !next.done && !state.stopped; next = ids.next()) await settle(services, next.value)
  }
  const lookUp = async (staleBefore: number): Promise<void> => {
    const due = await store.purchases.listDue(clock.now(), staleBefore, PER_LOOK_MAX)
    const ids = due.values()
    await Promise.all(Array.from({ length: LANES }, () => lane(ids)))
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
      // What an earlier process had begun, nobody is at any more.
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

/** A purchase that cannot be looked up goes to the end of the queue and holds up no other. */
async function settle(services: SettleServices & Pick<Services, 'log'>, id: string): Promise<void> {
  try {
    await settlePurchase(services, id)
  } catch (error) {
    services.log.warn({ purchase: id, reason: reasonOf(error) }, 'a purchase could not be looked up')
    await services.store.purchases.update(id, { lastReadAt: services.clock.now() })
  }
}
