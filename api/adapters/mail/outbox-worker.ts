import type { Logger } from 'pino'
import type { Clock } from '../../ports/clock'
import type { Mailer } from '../../ports/mailer'
import type { OutboxRepository, OutboxRow } from '../../ports/store'

const BATCH_SIZE = 10
/** Longer than any single attempt may take; after it another process may send the mail. */
const CLAIM_MS = 60_000
const POLL_MS = 5_000
/** The mail of a known account must not be carried while the answer is on its way: the caller could time it. */
const WAKE_DELAY_MS = 150
const RETRY_FIRST_MS = 5_000
const RETRY_MAX_MS = 60 * 60 * 1000
const ERROR_MAX_CHARS = 300

export interface OutboxWorker {
  /** Sends what is due now, and looks again every few seconds: for retries, and for mail that a killed process left. */
  start(): void
  /** Mail was put into the outbox: look shortly after the last of such calls, never before their answers have left. */
  wake(): void
  /** Resolves when everything that is due has been tried once. */
  drain(): Promise<void>
  /** Finishes the attempt in hand, hands back what was claimed beyond it, and starts nothing more. */
  stop(): Promise<void>
}

export interface OutboxWorkerOptions {
  outbox: OutboxRepository
  mailer: Mailer
  clock: Clock
  log: Logger
}

/** Carries mails from the outbox to the mailer: at least once, in order of need, however often either side fails. */
export function createOutboxWorker(options: OutboxWorkerOptions): OutboxWorker {
  const { outbox, clock, log } = options
  const state = { again: false, stopped: false }
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let waking: NodeJS.Timeout | undefined

  const sendDue = async (): Promise<void> => {
    for (let full = true; full && !state.stopped;) {
      const now = clock.now()
      const mails = await outbox.claimDue(now, now + CLAIM_MS, BATCH_SIZE)
      for (const mail of mails)
        await (state.stopped ? outbox.reschedule(mail.id, mail.attempts, now, '') : attempt(mail, options))
      full = mails.length === BATCH_SIZE
    }
  }
  const run = async (): Promise<void> => {
    do {
      state.again = false
      await sendDue().catch((error: unknown) => log.error({ reason: reasonOf(error) }, 'the outbox cannot be used'))
    } while (state.again && !state.stopped)
    running = null
  }
  const drain = (): Promise<void> => {
    state.again = running !== null
    return (running ??= run())
  }
  const look = (): void => {
    if (!state.stopped) void drain()
  }
  return {
    start() {
      timer ??= setInterval(look, POLL_MS).unref()
      look()
    },
    wake() {
      // Each call begins the delay anew; under a constant stream the regular look carries the mail.
      clearTimeout(waking)
      if (!state.stopped) waking = setTimeout(look, WAKE_DELAY_MS).unref()
    },
    drain,
    async stop() {
      state.stopped = true
      clearInterval(timer)
      clearTimeout(waking)
      await running
    },
  }
}

/** One attempt. A failure is kept with the mail, which comes back later: 5 s, 10 s, 20 s … at most every hour. */
async function attempt(mail: OutboxRow, { outbox, mailer, clock, log }: OutboxWorkerOptions): Promise<void> {
  const { appId, attempts, nextAttemptAt: _due, createdAt: _created, ...content } = mail
  try {
    await mailer.send(content)
  } catch (error) {
    const wait = Math.min(RETRY_FIRST_MS * 2 ** attempts, RETRY_MAX_MS)
    log.warn({ mailId: mail.id, appId, attempts: attempts + 1, reason: reasonOf(error) }, 'a mail could not be sent')
    return outbox.reschedule(mail.id, attempts + 1, clock.now() + wait, reasonOf(error))
  }
  await outbox.delete(mail.id)
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'unknown').slice(0, ERROR_MAX_CHARS)
}
