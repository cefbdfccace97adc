interface AnswerQueueDeps {
  /** Sends answers by number of the question; false when they did not arrive. */
  send: (answers: Record<string, string>) => Promise<boolean>
  /** Called after every change of `isSaved` and `isFailing`. */
  onChange: () => void
}

export interface AnswerQueue {
  add: (number: number, answer: string) => void
  /** Sends what is waiting, as often as it takes one try each. True once nothing is. */
  flush: () => Promise<boolean>
  isSaved: () => boolean
  /** True from a try that failed to one that did not. */
  isFailing: () => boolean
}

/** Keeps answers until the server has them: one request at a time, the newest answer to a question wins. */
export function createAnswerQueue({ send, onChange }: AnswerQueueDeps): AnswerQueue {
  let waiting: Record<string, string> = {}
  let sending: Promise<boolean> | null = null
  let failing = false
  const isEmpty = () => Object.keys(waiting).length === 0

  async function work(): Promise<boolean> {
    while (!isEmpty()) {
      const batch = waiting
      waiting = {}
      const arrived = await send(batch)
      failing = !arrived
      if (!arrived) waiting = { ...batch, ...waiting }
      onChange()
      if (!arrived) return false
    }
    return true
  }

  function end(): void {
    sending = null
    onChange()
  }

  const flush = (): Promise<boolean> => (sending ??= work().finally(end))

  return {
    add(number, answer) {
      waiting = { ...waiting, [number]: answer }
      onChange()
      void flush()
    },
    flush,
    isSaved: () => isEmpty() && sending === null,
    isFailing: () => failing,
  }
}
