import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface BareTask {
  kind: 'issue' | 'verify'
  credential: object
  /** The issuer. */
  didDocument: object
  /** Number of repetitions. */
  count: number
}

/** @digitalbazaar/vc without our code. `measure` returns the median in milliseconds. */
export function startBareLibrary() {
  const worker = new Worker(new URL('bare-worker.mjs', import.meta.url))
  return {
    async measure(task: BareTask): Promise<number> {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      worker.postMessage(task)
      const [time]: unknown[] = await once(worker, 'message')
      if (typeof time !== 'number') throw new Error('The peer answered no time.')
      return time
    },
    close: async (): Promise<void> => void (await worker.terminate()),
  }
}
