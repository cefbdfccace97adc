/** Answers by question number. */
export type Answers = Record<string, string>

interface AnswerQueueDeps {
  /** Sends answers; resolves to false on failure. */
  send: (answers: Answers) => Promise<boolean>
  onChange: () => void
  /** Stores what the server does not have yet, so that a reload loses nothing. */
  keep?: (answers: Answers) => void
}

export interface AnswerQueue {
  add: (number: number, answer: string) => void
  /**
   * Sends the pending answers; stops at the first failure. Resolves to true if all are saved.
   * @param always also without an answer, to report which question is shown
   */
  flush: (always?: boolean) => Promise<boolean>
  isSaved: () => boolean
  /** True after a failed request, until one succeeds. */
  isFailing: () => boolean
}

/** Keeps answers until the server has them: one request at a time, the newest answer per question. */
export function createAnswerQueue({ send, onChange, keep = () => {} }: AnswerQueueDeps): AnswerQueue {
  let waiting: Answers = {}
  let sending: Promise<boolean> | null = null
  let failing = false
  let isDue = false
  const isEmpty = () => Object.keys(waiting).length === 0

  async function work(): Promise<boolean> {
    while (isDue || !isEmpty()) {
      const batch = waiting
      waiting = {}
      isDue = false
      const arrived = await send(batch)
      failing = !arrived
      if (!arrived) waiting = { ...batch, ...waiting }
      keep(waiting)
      onChange()
      if (!arrived) return false
    }
    return true
  }

  function end(): void {
    sending = null
    onChange()
  }

  function flush(always = false): Promise<boolean> {
    isDue ||= always
    return (sending ??= work().finally(end))
  }

  return {
    add(number, answer) {
      waiting = { ...waiting, [number]: answer }
      keep(waiting)
      onChange()
      void flush()
    },
    flush,
    isSaved: () => isEmpty() && sending === null,
    isFailing: () => failing,
  }
}
