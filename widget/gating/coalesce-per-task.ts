export interface CoalescedWork {
  request(): void
  stop(): void
}

/** Runs work at the end of the current task, once for any number of requests. */
export function coalescePerTask(work: () => void): CoalescedWork {
  let requested = false
  let stopped = false
  return {
    request() {
      if (requested) return
      requested = true
      queueMicrotask(() => {
        requested = false
        if (!stopped) work()
      })
    },
    stop() {
      stopped = true
    },
  }
}
