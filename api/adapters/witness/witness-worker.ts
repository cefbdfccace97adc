import { withTimeout } from '../../lib/concurrency'
import type { Services } from '../../ports/services'
import type { Witness } from '../../ports/trusttag/witness'
import { createWitnessLane } from './witness-lane'
import type { LaneServices } from './witness-lane'

const LOOK_MS = 60_000
/** What is written within this time is handed over together. */
const WAKE_DELAY_MS = 100
const RETRY_FIRST_MS = 1_000

export interface WitnessWorker {
  /** Asks every witness now, and again every minute. */
  start(): void
  /** The log grew: ask shortly. Witnesses that are out of reach are left to their retries. */
  wake(): void
  /** Asks every witness once. Resolves when each has signed, refused, or is out of reach. */
  look(): Promise<void>
  /** Asks nobody more. @param graceMs after this time what is on its way is left to itself; the next start asks again */
  stop(graceMs: number): Promise<void>
}

export interface WitnessWorkerOptions extends LaneServices, Pick<Services, 'witnesses'> {
  /** First pause before somebody out of reach is asked again; it doubles up to a minute. */
  retryFirstMs?: number
}

/** Hands the newest checkpoint of each log to every witness, each on its own: none waits for another. */
export function createWitnessWorker(options: WitnessWorkerOptions): WitnessWorker {
  const lanes = options.witnesses.map((witness) => createRetries(options, witness))
  let timer: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  const look = async (): Promise<void> => {
    await Promise.all(lanes.map((lane) => lane.ask()))
  }
  const state = { stopped: false }
  return {
    start() {
      if (lanes.length === 0) return
      timer ??= setInterval(() => void look(), LOOK_MS).unref()
      void look()
    },
    wake() {
      if (state.stopped || waking) return
      waking = setTimeout(() => {
        waking = undefined
        for (const lane of lanes) if (!lane.isDown()) void lane.ask()
      }, WAKE_DELAY_MS).unref()
    },
    look,
    async stop(graceMs) {
      state.stopped = true
      clearInterval(timer)
      clearTimeout(waking)
      await withTimeout(Promise.all(lanes.map((lane) => lane.stop())), graceMs)
    },
  }
}

/** The lane of a witness that is asked again, after longer and longer pauses, while it is out of reach. */
function createRetries(options: WitnessWorkerOptions, witness: Witness) {
  const { retryFirstMs = RETRY_FIRST_MS } = options
  let failures = 0
  let retry: NodeJS.Timeout | undefined
  let asking = Promise.resolve()
  let isStopped = false
  const lane = createWitnessLane(options, witness, (isDown) => {
    failures = isDown ? failures + 1 : 0
    clearTimeout(retry)
    if (failures > 0 && !isStopped)
      retry = setTimeout(() => void ask(), Math.min(retryFirstMs * 2 ** (failures - 1), LOOK_MS)).unref()
  })
  const ask = (): Promise<void> => (asking = lane.ask())
  return {
    ask,
    isDown: () => lane.isDown(),
    stop(): Promise<void> {
      isStopped = true
      clearTimeout(retry)
      lane.stop()
      return asking
    },
  }
}
