export interface OncePerTurn {
  ask(): void
  stop(): void
}

/** Runs work at the end of the turn in which it is asked for, once however often that is. */
export function oncePerTurn(work: () => void): OncePerTurn {
  let asked = false
  let stopped = false
  return {
    ask() {
      if (asked) return
      asked = true
      queueMicrotask(() => {
        asked = false
        if (!stopped) work()
      })
    },
    stop() {
      stopped = true
    },
  }
}
