import type { Logger } from 'pino'
import type { Mode } from '../../lib/ids'
import type { Clock } from '../../lib/clock'
import type { Mailer } from '../../ports/mailer'
import type { OutboxRepository, OutboxRow } from '../../ports/store'
import { createWorkerPool } from '../../lib/concurrency'
import type { WorkerPool } from '../../lib/concurrency'
import { attemptMail, reasonOf } from './attempt-mail'

/** So many mails are on their way at a time: a recipient whose server hangs holds up none of the others. */
const WORKERS = 4
/** Longer than any single attempt may take; after it another process may send the mail. */
const CLAIM_MS = 60_000
const ATTEMPT_MAX_MS = 40_000
const POLL_MS = 5_000
/** The mail of a known account must not be carried while the answer is on its way: the caller could time it. */
const WAKE_DELAY_MS = 150

export interface OutboxWorker {
  /** Sends what is due now, and looks again every few seconds: for retries, and for mail that a killed process left. */
  start(): void
  /** Mail was put into the outbox: look shortly after the last of such calls, never before their answers have left. */
  wake(): void
  /** Resolves when everything that is due has been tried once. */
  drain(): Promise<void>
  /**
   * Starts nothing more and finishes what is on its way.
   * @param graceMs after this time the attempts in hand are cut; their mails stay in the outbox, due at once
   */
  stop(graceMs: number): Promise<void>
}

export interface OutboxWorkerOptions {
  outbox: OutboxRepository
  /** By which way the mails of each mode leave. */
  mailers: Readonly<Record<Mode, Mailer>>
  clock: Clock
  log: Logger
}

/** Carries mails from the outbox to a mailer: at least once, in order of need, however often either side fails. */
export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const workers = createOutboxPool(options)
  let timer: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  const stopTimers = (): void => {
    clearInterval(timer)
    clearTimeout(waking)
  }
  return {
    start() {
      timer ??= setInterval(workers.start, POLL_MS).unref()
      workers.start()
    },
    wake() {
      // Each call begins the delay anew; under a constant stream the regular look carries the mail.
      clearTimeout(waking)
      if (!workers.isStopped()) waking = setTimeout(workers.start, WAKE_DELAY_MS).unref()
    },
    async drain() {
      // The second look is for a mail that came when every worker had just found nothing.
      for (let look = 0; look < 2; look += 1) {
        workers.start()
        await workers.ended()
      }
    },
    async stop(graceMs) {
      stopTimers()
      await workers.stop(graceMs)
    },
  }
}

function createOutboxPool(options: OutboxWorkerOptions): WorkerPool {
  const { outbox, clock, log } = options
  const sent = new Set<string>()
  return createWorkerPool<OutboxRow>({
    size: WORKERS,
    attemptMaxMs: ATTEMPT_MAX_MS,
    async claim(isStopped) {
      if (isStopped()) return undefined
      const now = clock.now()
      const [mail] = await outbox.claimDue(now, now + CLAIM_MS, 1)
      if (mail === undefined || !isStopped()) return mail
      await outbox.reschedule(mail.id, mail.attempts, now, '')
      return undefined
    },
    attempt: (mail, attempt) => attemptMail(mail, { ...options, sent, ...attempt }),
    fail: (error) => log.error({ reason: reasonOf(error) }, 'the outbox cannot be used'),
  })
}
