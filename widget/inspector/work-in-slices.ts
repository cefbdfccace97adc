/** Half of a frame: whatever else the page wants to do comes in between. */
const SLICE_MS = 8

/**
 * Does a long work in short slices while the page has nothing better to do.
 * @param work pauses often enough, at each of which the time is looked at
 * @returns gives it up
 */
export function workInSlices<T>(window: Window, work: Generator<undefined, T>, done: (result: T) => void): () => void {
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
  // Safari has no idle time to give.
  const soon = (next: () => void): void =>
    'requestIdleCallback' in window
      ? void window.requestIdleCallback(next, { timeout: WITHIN_MS })
      : void setTimeout(next)
  soon(slice)
  return () => (isOver = true)
}

const WITHIN_MS = 100
