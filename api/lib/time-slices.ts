import { setImmediate } from 'node:timers/promises'

/** Lets pending requests run. Awaiting SQLite does not: its driver answers synchronously. */
export const yieldToEventLoop = (): Promise<void> => setImmediate()

/**
 * For long work on the event loop: call the returned function between its steps.
 * @param sliceMs longest time without a pause, in milliseconds
 */
export function createTimeSlices(sliceMs = 5): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < sliceMs) return
    await yieldToEventLoop()
    began = performance.now()
  }
}
