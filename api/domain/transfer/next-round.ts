import { setImmediate } from 'node:timers/promises'

/** Lets requests that came meanwhile in: the database answers without ever letting go of the thread. */
export const nextRound = (): Promise<void> => setImmediate()

/**
 * For long work on the event loop: call the result between its steps.
 * @param sliceMs other requests are let in when so many milliseconds have passed since they last were
 */
export function createTimeSlices(sliceMs = 5): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < sliceMs) return
    await nextRound()
    began = performance.now()
  }
}
