import { MailRefusedError } from '../../domain/mails/mail-refused-error'
import type { OutboxRow } from '../../ports/store'
import type { OutboxWorkerOptions } from './outbox-worker'

const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60 * 60 * 1000
/** Attempts, the first included, after which a mail that is refused for good is given up. */
const REFUSED_MAX_ATTEMPTS = 5
const REASON_MAX_CHARS = 300

export interface AttemptOptions extends OutboxWorkerOptions {
  /** Ids of mails that have left although the database could not note it: they must not leave twice. */
  sent: Set<string>
  /** Ends the attempt: its time is up, or the process stops. */
  signal: AbortSignal
  /** Whether the attempt was ended because the process stops. */
  isCut: () => boolean
}

/**
 * One attempt. A failure is kept with the mail, which comes back later: 5 s, 10 s, 20 s … at most every hour, for ever,
 * unless the next hop refuses this very mail for good.
 */
export async function attemptMail(mail: OutboxRow, options: AttemptOptions): Promise<void> {
  const { outbox, mailers, sent, signal } = options
  const { appId: _app, mode, attempts: _attempts, nextAttemptAt: _due, createdAt: _created, ...content } = mail
  if (!sent.has(mail.id)) {
    try {
      await mailers[mode].send(content, signal)
    } catch (error) {
      return settleFailure(mail, error, options)
    }
    sent.add(mail.id)
  }
  await outbox.delete(mail.id)
  sent.delete(mail.id)
}

async function settleFailure(
  { id, appId, attempts: earlier }: OutboxRow,
  error: unknown,
  { outbox, clock, log, isCut }: AttemptOptions,
): Promise<void> {
  const now = clock.now()
  // Not the mail's fault: it is as due as it was.
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

/** What the log and the outbox keep of a failure. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'unknown').slice(0, REASON_MAX_CHARS)
}
