import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { SANITIZER_VERSION } from '../../lib/html'
import { withTimeout } from '../../lib/concurrency'
import { reasonOf } from '../../domain/payments/reason-of'
import type { Services } from '../../ports/services'
import { resanitize } from './content'

/** Comments become outdated while the server runs when an older version of the program writes beside it. */
const POLL_MS = 10 * 60 * 1000
/** Comments read at a time. */
const SLICE = 20
/** The worker rests four times as long as it works, so it takes a fifth of one core at most. */
const REST_FACTOR = 4
const REST_MIN_MS = 5

interface ResanitizeWorker {
  /** Works on outdated comments now and looks again every few minutes. */
  start(): void
  /** Resolves when no comment is outdated. */
  drain(): Promise<void>
  /** Finishes the current comment. @param graceMs longest wait for it */
  stop(graceMs: number): Promise<void>
}

interface ResanitizeWorkerOptions extends Pick<Services, 'log'> {
  store: Pick<Services['store'], 'comments'>
  /** Runs the work unless another process does. */
  alone?: (work: () => Promise<void>) => Promise<void>
}

/** Sanitizes comments again whose markup an older sanitizer made; in the background, so that a start does not wait. */
export function createResanitizeWorker({ store, log, alone = atOnce }: ResanitizeWorkerOptions): ResanitizeWorker {
  const { comments } = store
  const end = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null

  const work = async (): Promise<void> => {
    let done = 0
    for (;;) {
      const outdated = await comments.listOutdated(SANITIZER_VERSION, SLICE)
      for (const row of outdated) {
        if (end.signal.aborted) return
        const begun = performance.now()
        await comments.replaceMarkup(row, (await resanitize(row)).markup)
        done += 1
        await rest(performance.now() - begun, end.signal)
      }
      if (outdated.length > 0) continue
      if (done > 0) log.info({ comments: done, sanitizer: SANITIZER_VERSION }, 'comments were sanitized again')
      return
    }
  }
  const drain = (): Promise<void> => {
    if (end.signal.aborted) return Promise.resolve()
    working ??= alone(work)
      .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'comments could not be sanitized again'))
      .finally(() => (working = null))
    return working
  }
  return {
    start() {
      timer ??= setInterval(() => void drain(), POLL_MS).unref()
      void drain()
    },
    drain,
    async stop(graceMs) {
      clearInterval(timer)
      end.abort()
      await withTimeout(working, graceMs)
    },
  }
}

const atOnce = (work: () => Promise<void>): Promise<void> => work()

const rest = (workedMs: number, signal: AbortSignal): Promise<void> =>
  pause(Math.max(REST_MIN_MS, workedMs * REST_FACTOR), undefined, { signal, ref: false }).catch(() => {})
