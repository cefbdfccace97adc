import { expect, test } from 'vitest'
import { hasPostgres } from '../support/postgres/find-postgres'
import { putMails } from '../support/put-mails'
import { startSmtpServer } from '../support/smtp-server'
import { startProcesses } from '../support/start-processes'
import { waitUntil } from '../support/wait-until'

const MAILS = 500
/** Mails that a process claims at a time. */
const IN_HAND = 4
/** Mails of a killed process stay claimed for a minute. */
const ARRIVE_MAX_MS = 180_000

test.runIf(hasPostgres)(
  'when one of two processes is killed in the middle of 500 mails, none is lost, and only claimed ones may come twice',
  async () => {
    const servers = [await startSmtpServer(), await startSmtpServer()]
    const { one, store } = await startProcesses({
      envOf: (index) => ({ SMTP_URL: `smtp://127.0.0.1:${servers[index]?.port}` }),
    })
    await putMails(store, MAILS)
    await waitUntil('the first process is at work', () => servers[0]!.received.length > 20)
    one.process.child.kill('SIGKILL')
    await one.process.ended
    const ids = () => servers.flatMap(({ received }) => received.flatMap(({ headers }) => headers['message-id'] ?? []))
    expect(new Set(ids()).size).toBeLessThan(MAILS)
    await waitUntil('all have arrived', () => new Set(ids()).size === MAILS, ARRIVE_MAX_MS)
    // A mail server identifies them by Message-ID.
    expect(ids().length - MAILS).toBeLessThanOrEqual(IN_HAND)
    expect(servers[0]!.received.length).toBeLessThan(MAILS)
  },
)
