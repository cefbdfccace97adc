import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf } from '../../domain/payments/reason-of'
import { createPollingWorker } from '../../lib/polling-worker'
import type { PollingWorker } from '../../lib/polling-worker'
import type { Services } from '../../ports/services'
import type { MirrorJobRow } from '../../ports/trusttag/audit-store'
import type { Mirror, MirrorFields } from './jobs'

const POLL_MS = 5_000
/** Longer than an attempt takes; afterwards another process may copy the record. */
const CLAIM_MS = 60_000
const ATTEMPT_MAX_MS = 30_000
const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60 * 60 * 1000
const REASON_MAX_CHARS = 300
/** Airtable allows five calls per second. */
const PACE_MS = 250

export interface MirrorWorkerOptions extends Pick<Services, 'store' | 'clock' | 'log'> {
  mirror: Mirror
  /** The columns of a record by its ID, as it is now; null when it was deleted. */
  readers: Readonly<Record<MirrorJobRow['kind'], (id: string) => Promise<MirrorFields | null>>>
  /** Runs the work, or skips it while another process has it. */
  alone?: ((work: () => Promise<void>) => Promise<void>) | undefined
  paceMs?: number
  attemptMaxMs?: number
}

/** Copies records to the mirror one after the other, each at least once. */
export function createMirrorWorker(options: MirrorWorkerOptions): PollingWorker {
  const { store, clock, log, paceMs = PACE_MS, alone } = options
  return createPollingWorker({
    pollMs: POLL_MS,
    alone,
    fail: (error) => log.error({ reason: reasonOf(error) }, 'the records to mirror cannot be read'),
    async work({ stopping, aborted }) {
      while (!stopping.aborted) {
        const now = clock.now()
        const [job] = await store.mirrorJobs.claimDue(now, now + CLAIM_MS, 1)
        if (!job) return
        await copy(options, job, aborted)
        await sleep(paceMs)
      }
    },
  })
}

/** Copies a record once. After a failure it is retried after 5 s, 10 s … 1 h, without end. */
async function copy(options: MirrorWorkerOptions, job: MirrorJobRow, aborted: AbortSignal): Promise<void> {
  const { store, mirror, readers, clock, log, attemptMaxMs = ATTEMPT_MAX_MS } = options
  const { id, appId: app, mode, kind, recordId } = job
  const { mirrorJobs } = store
  try {
    const columns = await readers[kind](recordId)
    const signal = AbortSignal.any([aborted, AbortSignal.timeout(attemptMaxMs)])
    if (columns) await mirror.put({ kind, id: recordId, fields: { ...columns, recordId, app, mode } }, signal)
    await mirrorJobs.delete(id)
  } catch (error) {
    const now = clock.now()
    // Aborted, not failed: the record stays due.
    if (aborted.aborted) return mirrorJobs.reschedule(id, job.attempts, now, '')
    const attempts = job.attempts + 1
    const reason = reasonOf(error).slice(0, REASON_MAX_CHARS)
    log.warn({ job: id, record: recordId, attempts, reason }, 'a record could not be mirrored')
    const delay = Math.min(RETRY_FIRST_MS * 2 ** job.attempts, RETRY_MAX_MS)
    await mirrorJobs.reschedule(id, attempts, now + delay, reason)
  }
}
