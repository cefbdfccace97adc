/** Half a frame. */
const SLICE_MS = 8

/**
 * Runs long work in short slices while the page is idle.
 * @param work yields often: the time is checked at each yield
 * @returns cancels it
 */
export function runTimeSliced<T>(window: Window, work: Generator<undefined, T>, done: (result: T) => void): () => void {
  let isOver = false
  const slice = (): void => {
    if (isOver) return
    const end = performance.now() + SLICE_MS
    do {
      const step = work.next()
      if (!step.done) continue
      isOver = true
      done(step.value)
      return
    } while (performance.now() < end)
    soon(slice)
  }
  // Safari has no requestIdleCallback.
  const soon = (next: () => void): void =>
    'requestIdleCallback' in window
      ? void window.requestIdleCallback(next, { timeout: WITHIN_MS })
      : void setTimeout(next)
  soon(slice)
  return () => (isOver = true)
}

const WITHIN_MS = 100
