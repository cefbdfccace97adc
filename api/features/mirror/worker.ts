import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../../lib/errors'
import { createPollingWorker, type PollingWorker } from '../../lib/concurrency'
import type { Services } from '../../http/services'
import type { Mirror, MirrorFields, MirrorJobRow } from './jobs'
import { claimDueMirrorJobs, deleteMirrorJob, rescheduleMirrorJob } from './jobs'

const POLL_MS = 5_000
/** Longer than an attempt; afterwards another process may copy the record. */
const CLAIM_MS = 60_000
const ATTEMPT_MAX_MS = 30_000
const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60 * 60 * 1000
const REASON_MAX_CHARS = 300
/** Airtable allows five calls per second. */
const PACE_MS = 250

export interface MirrorWorkerOptions extends Pick<Services, 'store' | 'clock' | 'log'> {
  mirror: Mirror
  /** A record's current columns by ID; null if deleted. */
  readers: Readonly<Record<MirrorJobRow['kind'], (id: string) => Promise<MirrorFields | null>>>
  /** Skips the work if another process is running it. */
  alone?: ((work: () => Promise<void>) => Promise<void>) | undefined
  paceMs?: number
  attemptMaxMs?: number
}

/** One record at a time, each at least once. */
export function createMirrorWorker(options: MirrorWorkerOptions): PollingWorker {
  const { store, clock, log, paceMs = PACE_MS, alone } = options
  return createPollingWorker({
    pollMs: POLL_MS,
    alone,
    fail: (error) => log.error({ reason: reasonOf(error) }, 'could not read the records to mirror'),
    async work({ stopping, aborted }) {
      while (!stopping.aborted) {
        const now = clock.now()
        const [job] = await claimDueMirrorJobs(store, now, now + CLAIM_MS, 1)
        if (!job) return
        await copy(options, job, aborted)
        await sleep(paceMs)
      }
    },
  })
}

/** Retries after 5 s, 10 s … 1 h, without end. */
async function copy(options: MirrorWorkerOptions, job: MirrorJobRow, aborted: AbortSignal): Promise<void> {
  const { store, mirror, readers, clock, log, attemptMaxMs = ATTEMPT_MAX_MS } = options
  const { id, appId: app, mode, kind, recordId } = job
  try {
    const columns = await readers[kind](recordId)
    const signal = AbortSignal.any([aborted, AbortSignal.timeout(attemptMaxMs)])
    if (columns) await mirror.put({ kind, id: recordId, fields: { ...columns, recordId, app, mode } }, signal)
    await deleteMirrorJob(store, id)
  } catch (error) {
    const now = clock.now()
    // Aborted, not failed: the record stays due.
    if (aborted.aborted)
      return rescheduleMirrorJob(store, id, { attempts: job.attempts, nextAttemptAt: now, lastError: '' })
    const attempts = job.attempts + 1
    const reason = reasonOf(error).slice(0, REASON_MAX_CHARS)
    log.warn({ job: id, record: recordId, attempts, reason }, 'could not mirror a record')
    const delay = Math.min(RETRY_FIRST_MS * 2 ** job.attempts, RETRY_MAX_MS)
    await rescheduleMirrorJob(store, id, { attempts, nextAttemptAt: now + delay, lastError: reason })
  }
}
