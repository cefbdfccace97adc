import { setTimeout as sleep } from 'node:timers/promises'
import { withTimeout } from '../../lib/concurrency'
import { toMirrorRecord } from '../../domain/mirror/to-mirror-record'
import { reasonOf } from '../../domain/payments/reason-of'
import type { Mirror } from '../../ports/mirror'
import type { Services } from '../../ports/services'
import type { MirrorJobRow } from '../../ports/trusttag/audit-store'

const POLL_MS = 5_000
/** Longer than an attempt may take; after it another process may copy the record. */
const CLAIM_MS = 60_000
const ATTEMPT_MAX_MS = 30_000
const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60 * 60 * 1000
const REASON_MAX_CHARS = 300
/** Airtable takes five calls a second. */
const PACE_MS = 250

export interface MirrorWorker {
  /** Copies what is due now, and looks again every few seconds: for retries, and for what a killed process left. */
  start(): void
  /** Resolves when everything that is due has been tried once. */
  drain(): Promise<void>
  /** Starts nothing more. @param graceMs after this time the attempt in hand is cut; its record stays due */
  stop(graceMs: number): Promise<void>
}

export interface MirrorWorkerOptions extends Pick<Services, 'store' | 'clock' | 'log'> {
  mirror: Mirror
  /** Runs the work, or leaves it to another process that is at it. */
  alone?: (work: () => Promise<void>) => Promise<void>
  paceMs?: number
  attemptMaxMs?: number
}

/** Carries copies of records to the mirror, one after the other: at least once, however often either side fails. */
export function createMirrorWorker(options: MirrorWorkerOptions): MirrorWorker {
  const { store, clock, log, paceMs = PACE_MS, alone = atOnce } = options
  const end = new AbortController()
  const state = { stopped: false }
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | null = null

  const work = async (): Promise<void> => {
    while (!state.stopped) {
      const now = clock.now()
      const [job] = await store.mirrorJobs.claimDue(now, now + CLAIM_MS, 1)
      if (!job) return
      await copy(options, job, end.signal)
      await sleep(paceMs)
    }
  }
  const drain = (): Promise<void> => {
    working ??= alone(work)
      .catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'the records to mirror cannot be read'))
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
      state.stopped = true
      await withTimeout(working, graceMs)
      end.abort()
      await working
    },
  }
}

const atOnce = (work: () => Promise<void>): Promise<void> => work()

/** One attempt. A record that cannot be copied comes back: after 5 s, 10 s … at most every hour, for ever. */
async function copy(options: MirrorWorkerOptions, job: MirrorJobRow, ended: AbortSignal): Promise<void> {
  const { store, mirror, clock, log, attemptMaxMs = ATTEMPT_MAX_MS } = options
  const { mirrorJobs } = store
  try {
    const record = await toMirrorRecord(options, job)
    if (record) await mirror.put(record, AbortSignal.any([ended, AbortSignal.timeout(attemptMaxMs)]))
    await mirrorJobs.delete(job.id)
  } catch (error) {
    const now = clock.now()
    // Not the record's fault: it is as due as it was.
    if (ended.aborted) return mirrorJobs.reschedule(job.id, job.attempts, now, '')
    const attempts = job.attempts + 1
    const reason = reasonOf(error).slice(0, REASON_MAX_CHARS)
    log.warn({ job: job.id, record: job.recordId, attempts, reason }, 'a record could not be mirrored')
    const delay = Math.min(RETRY_FIRST_MS * 2 ** job.attempts, RETRY_MAX_MS)
    await mirrorJobs.reschedule(job.id, attempts, now + delay, reason)
  }
}
