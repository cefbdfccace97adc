import type { Logger } from 'pino'
import type { Db } from '../../database/db'
import type { Clock } from '../../lib/clock'
import { createWorkerPool, type WorkerPool } from '../../lib/concurrency'
import type { Mode } from '../../lib/ids'
import type { OwnerScope } from '../apps/definition'
import { type Mailer, MailRefusedError } from './mailers'
import { claimDueMails, deleteMail, type OutboxRow, rescheduleMail } from './outbox'

/** Parallel, so that a hanging server does not delay the other mails. */
const WORKERS = 4
/** Longer than an attempt; afterwards another process may send the mail. */
const CLAIM_MS = 60_000
const ATTEMPT_MAX_MS = 40_000
const POLL_MS = 5_000
/** Sending must not overlap the response: its timing could reveal that an account exists. */
const WAKE_DELAY_MS = 150

export interface OutboxWorker {
  /** Sends due mails, and polls for retries and for mails of killed processes. */
  start(): void
  /** Polls soon after the last such call, when the responses have been sent. */
  wake(): void
  /** Resolves when every due mail was tried once. */
  drain(): Promise<void>
  /** Starts no new attempts and waits for running ones. @param graceMs then they are aborted; their mails stay due */
  stop(graceMs: number): Promise<void>
}

interface OutboxWorkerOptions {
  db: Db
  mailers: Readonly<Record<Mode, Mailer>>
  /** The app's own mail server; null: it has none. */
  mailerOf?: (scope: OwnerScope) => Promise<Mailer | null>
  clock: Clock
  log: Logger
}

/** At least once, even if this process or the mail server fails in between. */
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
      // Debounced; under constant load the interval sends the mails.
      clearTimeout(waking)
      if (!workers.isStopped()) waking = setTimeout(workers.start, WAKE_DELAY_MS).unref()
    },
    async drain() {
      // The second pass sends a mail that was queued when every worker had just found none.
      for (let pass = 0; pass < 2; pass += 1) {
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
  const { db, clock, log } = options
  const sent = new Set<string>()
  return createWorkerPool<OutboxRow>({
    size: WORKERS,
    attemptMaxMs: ATTEMPT_MAX_MS,
    async claim(isStopped) {
      if (isStopped()) return undefined
      const now = clock.now()
      const [mail] = await claimDueMails(db, now, now + CLAIM_MS, 1)
      if (mail === undefined || !isStopped()) return mail
      await rescheduleMail(db, mail.id, { attempts: mail.attempts, nextAttemptAt: now, lastError: '' })
      return undefined
    },
    attempt: (mail, attempt) => attemptMail(mail, { ...options, sent, ...attempt }),
    fail: (error) => log.error({ reason: reasonOf(error) }, 'could not use the outbox'),
  })
}

const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60 * 60 * 1000
/** For a mail that the server permanently refuses. */
const REFUSED_MAX_ATTEMPTS = 5
const REASON_MAX_CHARS = 300

interface AttemptOptions extends OutboxWorkerOptions {
  /** Sent mails that could not be deleted: they must not be sent twice. */
  sent: Set<string>
  /** Aborted at the attempt's time limit, or when the process stops. */
  signal: AbortSignal
  isCut: () => boolean
}

/** Retries after 5 s, 10 s, 20 s … 1 h, until sent or permanently refused. */
async function attemptMail(mail: OutboxRow, options: AttemptOptions): Promise<void> {
  const { db, mailers, mailerOf, sent, signal } = options
  const { appId, mode, attempts: _attempts, nextAttemptAt: _due, createdAt: _created, ...content } = mail
  if (!sent.has(mail.id)) {
    try {
      const own = (await mailerOf?.({ appId, mode })) ?? null
      await (own ?? mailers[mode]).send(content, signal)
    } catch (error) {
      return recordFailure(mail, error, options)
    }
    sent.add(mail.id)
  }
  await deleteMail(db, mail.id)
  sent.delete(mail.id)
}

async function recordFailure(
  { id, appId, attempts: earlier }: OutboxRow,
  error: unknown,
  { db, clock, log, isCut }: AttemptOptions,
): Promise<void> {
  const now = clock.now()
  // Aborted, not failed: the mail stays due.
  if (isCut()) return rescheduleMail(db, id, { attempts: earlier, nextAttemptAt: now, lastError: '' })
  const attempts = earlier + 1
  const about = { mailId: id, appId, attempts, reason: reasonOf(error) }
  if (error instanceof MailRefusedError && attempts >= REFUSED_MAX_ATTEMPTS) {
    log.error(about, 'an email was permanently rejected and dropped')
    return deleteMail(db, id)
  }
  log.warn(about, 'could not send an email')
  await rescheduleMail(db, id, {
    attempts,
    nextAttemptAt: now + Math.min(RETRY_FIRST_MS * 2 ** earlier, RETRY_MAX_MS),
    lastError: about.reason,
  })
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'unknown').slice(0, REASON_MAX_CHARS)
}
