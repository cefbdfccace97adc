import type { Logger } from 'pino'
import { createLanes } from '../../adapters/lanes'
import type { Lanes } from '../../adapters/lanes'
import type { AppDefinition } from '../apps/definition'
import type { Mode } from '../../domain/mode'
import type { Clock } from '../../ports/clock'
import type { Services } from '../../ports/services'
import type { MemberRow, OutboxRepository, OutboxRow } from '../../ports/store'
import { MailRefusedError } from './mailers'
import type { Mailer } from './mailers'
import type { MailContent } from './template'

/** Makes the outbox row of a mail, due at once. */
export function toOutboxRow(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  app: AppDefinition,
  { email, mode }: Pick<MemberRow, 'email' | 'mode'>,
  content: MailContent,
): OutboxRow {
  const now = clock.now()
  const { name, address } = app.mail.sender
  return {
    id: secrets.id('mail'),
    to: email,
    from: `${name} <${address}>`,
    ...content,
    appId: app.id,
    mode,
    attempts: 0,
    nextAttemptAt: now,
    createdAt: now,
  }
}

/** Mails sent at a time: a server that hangs does not delay the others. */
const LANES = 4
/** Longer than an attempt takes; afterwards another process may send the mail. */
const CLAIM_MS = 60_000
const ATTEMPT_MAX_MS = 40_000
const POLL_MS = 5_000
/** Sending must not overlap the response: its timing could reveal that an account exists. */
const WAKE_DELAY_MS = 150

export interface OutboxWorker {
  /** Sends what is due now, and polls for retries and for mails that a killed process left. */
  start(): void
  /** Polls soon after the last such call, when the responses have left. */
  wake(): void
  /** Resolves when every due mail was tried once. */
  drain(): Promise<void>
  /**
   * Starts nothing more and finishes running attempts.
   * @param graceMs after this time they are aborted; their mails stay due
   */
  stop(graceMs: number): Promise<void>
}

interface OutboxWorkerOptions {
  outbox: OutboxRepository
  mailers: Readonly<Record<Mode, Mailer>>
  clock: Clock
  log: Logger
}

/** Sends the mails of the outbox at least once, even when this process or the mail server fails in between. */
export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const lanes = createOutboxLanes(options)
  let timer: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined
  const stopTimers = (): void => {
    clearInterval(timer)
    clearTimeout(waking)
  }
  return {
    start() {
      timer ??= setInterval(lanes.open, POLL_MS).unref()
      lanes.open()
    },
    wake() {
      // Each call restarts the delay; under constant load the interval sends the mails.
      clearTimeout(waking)
      if (!lanes.stopped()) waking = setTimeout(lanes.open, WAKE_DELAY_MS).unref()
    },
    async drain() {
      // The second pass is for a mail that was queued when every lane had just found nothing.
      for (let pass = 0; pass < 2; pass += 1) {
        lanes.open()
        await lanes.ended()
      }
    },
    async stop(graceMs) {
      stopTimers()
      await lanes.stop(graceMs)
    },
  }
}

function createOutboxLanes(options: OutboxWorkerOptions): Lanes {
  const { outbox, clock, log } = options
  const sent = new Set<string>()
  return createLanes<OutboxRow>({
    lanes: LANES,
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

const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60 * 60 * 1000
/** Attempts at a mail that the server permanently refuses. */
const REFUSED_MAX_ATTEMPTS = 5
const REASON_MAX_CHARS = 300

interface AttemptOptions extends OutboxWorkerOptions {
  /** IDs of sent mails that could not be deleted: they must not be sent twice. */
  sent: Set<string>
  /** Aborts the attempt at its time limit, or when the process stops. */
  signal: AbortSignal
  /** Whether the process stops. */
  isCut: () => boolean
}

/** Sends a mail once. After a failure it is retried after 5 s, 10 s, 20 s … 1 h, until it is sent or permanently refused. */
async function attemptMail(mail: OutboxRow, options: AttemptOptions): Promise<void> {
  const { outbox, mailers, sent, signal } = options
  const { appId: _app, mode, attempts: _attempts, nextAttemptAt: _due, createdAt: _created, ...content } = mail
  if (!sent.has(mail.id)) {
    try {
      await mailers[mode].send(content, signal)
    } catch (error) {
      return recordFailure(mail, error, options)
    }
    sent.add(mail.id)
  }
  await outbox.delete(mail.id)
  sent.delete(mail.id)
}

async function recordFailure(
  { id, appId, attempts: earlier }: OutboxRow,
  error: unknown,
  { outbox, clock, log, isCut }: AttemptOptions,
): Promise<void> {
  const now = clock.now()
  // Aborted, not failed: the mail stays due.
  if (isCut()) return outbox.reschedule(id, earlier, now, '')
  const attempts = earlier + 1
  const about = { mailId: id, appId, attempts, reason: reasonOf(error) }
  if (error instanceof MailRefusedError && attempts >= REFUSED_MAX_ATTEMPTS) {
    log.error(about, 'a mail was refused for good and is given up')
    return outbox.delete(id)
  }
  log.warn(about, 'a mail could not be sent')
  await outbox.reschedule(id, attempts, now + Math.min(RETRY_FIRST_MS * 2 ** earlier, RETRY_MAX_MS), about.reason)
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'unknown').slice(0, REASON_MAX_CHARS)
}
