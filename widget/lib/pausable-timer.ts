export interface PausableTimer {
  pause(): void
  /** Runs on with the time that was left. */
  resume(): void
  stop(): void
}

/**
 * Calls back once after a time that can be paused.
 * @param milliseconds until the call, pauses not counted
 */
export function startPausableTimer(milliseconds: number, callback: () => void): PausableTimer {
  let left = milliseconds
  let started = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const resume = (): void => {
    if (timer !== undefined) return
    started = Date.now()
    timer = setTimeout(callback, left)
  }
  const pause = (): void => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left -= Date.now() - started
  }
  resume()
  return { pause, resume, stop: () => clearTimeout(timer) }
}
