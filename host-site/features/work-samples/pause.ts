/** Waits so many seconds, less if the network comes back or the signal ends it. */
export type Pause = (seconds: number, signal: AbortSignal) => Promise<void>

/** @param window tells when the network is back */
export const createPause =
  (window: Window): Pause =>
  (seconds, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve()
      const ended = new AbortController()
      const end = () => {
        window.clearTimeout(timer)
        ended.abort()
        resolve()
      }
      const timer = window.setTimeout(end, seconds * 1000)
      window.addEventListener('online', end, { signal: ended.signal })
      signal.addEventListener('abort', end, { signal: ended.signal })
    })

const LONGEST_SECONDS = 30

/** Of the try after so many that failed: 1, 2, 4 … 30. */
export const backOffSeconds = (failures: number): number => Math.min(LONGEST_SECONDS, 2 ** (failures - 1))
