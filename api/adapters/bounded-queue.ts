import { ApiError } from '../domain/api-error'

export interface BoundedQueue {
  /** @throws ApiError `too-many-requests` when the queue is full */
  run<T>(work: () => Promise<T>): Promise<T>
}

/** Runs a few at a time, lets some wait in order of arrival, and refuses the rest at once. */
export function createBoundedQueue(options: {
  concurrency: number
  queueLength: number
  retryAfterSeconds: number
}): BoundedQueue {
  const waiting: (() => void)[] = []
  let running = 0

  async function enter(): Promise<void> {
    if (running < options.concurrency) {
      running += 1
      return
    }
    if (waiting.length >= options.queueLength) {
      throw new ApiError('too-many-requests', { retryAfterSeconds: options.retryAfterSeconds })
    }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }

  /** The place passes to the next in line, so nobody who arrives in between can take it. */
  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }

  return {
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
