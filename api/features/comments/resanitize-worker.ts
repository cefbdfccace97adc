import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../../database/db'
import { SANITIZER_VERSION } from '../../domain/hosted-html/sanitise-html'
import { reasonOf } from '../../domain/payments/reason-of'
import { createPollingWorker } from '../../lib/polling-worker'
import type { PollingWorker } from '../../lib/polling-worker'
import type { Services } from '../../ports/services'
import { resanitize } from './content'
import { listOutdatedComments, replaceMarkup } from './repository'

/** Comments become outdated while the server runs when an older version of the program writes beside it. */
const POLL_MS = 10 * 60 * 1000
/** Comments read at a time. */
const SLICE = 20
/** The worker rests four times as long as it works, so it takes a fifth of one core at most. */
const REST_FACTOR = 4
const REST_MIN_MS = 5

interface ResanitizeWorkerOptions extends Pick<Services, 'log'> {
  store: Db
  /** Runs the work unless another process does. */
  alone?: (work: () => Promise<void>) => Promise<void>
}

/** Sanitizes comments again whose markup an older sanitizer made; in the background, so that a start does not wait. */
export function createResanitizeWorker({ store, log, alone }: ResanitizeWorkerOptions): PollingWorker {
  return createPollingWorker({
    pollMs: POLL_MS,
    alone,
    fail: (error) => log.error({ reason: reasonOf(error) }, 'comments could not be sanitized again'),
    async work({ stopping }) {
      let done = 0
      for (;;) {
        const outdated = await listOutdatedComments(store, SANITIZER_VERSION, SLICE)
        for (const row of outdated) {
          if (stopping.aborted) return
          const begun = performance.now()
          await replaceMarkup(store, row, (await resanitize(row)).markup)
          done += 1
          await rest(performance.now() - begun, stopping)
        }
        if (outdated.length > 0) continue
        if (done > 0) log.info({ comments: done, sanitizer: SANITIZER_VERSION }, 'comments were sanitized again')
        return
      }
    },
  })
}

const rest = (workedMs: number, signal: AbortSignal): Promise<void> =>
  pause(Math.max(REST_MIN_MS, workedMs * REST_FACTOR), undefined, { signal, ref: false }).catch(() => {})
