import { setTimeout as pause } from 'node:timers/promises'

/** No refusal is held back for longer, whatever a busy machine once took. */
const HELD_BACK_MAX_MS = 2_000

/** How much one quicker check takes off what a slow one left. */
const EASING = 0.2

export interface EvenRefusals {
  /** A hash that other software made took so long to check. */
  sawForeign(milliseconds: number): void
  /** Resolves when a refusal that took so long has lasted as long as the others. */
  wait(milliseconds: number): Promise<void>
}

/**
 * Hashes of other software cost more or less than ours, and how long a wrong password takes must not tell whose account was
 * brought along. So once one was checked, every refusal lasts at least as long as that check. Nothing is computed
 * meanwhile, and where nothing was brought along nobody waits.
 */
export function createEvenRefusals(): EvenRefusals {
  let slowest = 0
  return {
    sawForeign(milliseconds) {
      slowest = Math.min(HELD_BACK_MAX_MS, Math.max(milliseconds, slowest + EASING * (milliseconds - slowest)))
    },
    async wait(milliseconds) {
      if (milliseconds < slowest) await pause(slowest - milliseconds)
    },
  }
}
