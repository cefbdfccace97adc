import { createDeliveryPool } from './delivery-lanes'
import type { DeliveryOptions } from './delivery-lanes'

const POLL_MS = 5_000
/** What happens within this time is looked for together, and the answer to whoever caused it goes first. */
const WAKE_DELAY_MS = 50

export interface WebhookWorker {
  /** Sends what is due now, and looks again every few seconds: for retries, and for what a killed process left. */
  start(): void
  /** Something was put in line: look shortly. */
  wake(): void
  /** Resolves when everything that is due has been tried once. */
  drain(): Promise<void>
  /**
   * Starts nothing more and finishes what is on its way.
   * @param graceMs after this time the attempts in hand are cut; their messages stay in line, due at once
   */
  stop(graceMs: number): Promise<void>
}

/** Carries messages to the servers of owners: at least once, however often either side fails. */
export function createWebhookWorker(options: DeliveryOptions): WebhookWorker {
  const workers = createDeliveryPool(options)
  let timer: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  return {
    start() {
      timer ??= setInterval(workers.start, POLL_MS).unref()
      workers.start()
    },
    wake() {
      if (workers.isStopped() || waking) return
      waking = setTimeout(() => {
        waking = undefined
        workers.start()
      }, WAKE_DELAY_MS).unref()
    },
    async drain() {
      // The second look is for what came when every lane had just found nothing.
      for (let look = 0; look < 2; look += 1) {
        workers.start()
        await workers.ended()
      }
    },
    async stop(graceMs) {
      clearInterval(timer)
      clearTimeout(waking)
      await workers.stop(graceMs)
    },
  }
}
