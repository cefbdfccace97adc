import { expect, test } from 'vitest'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { queryOnce } from '../../support/postgres/test-database'
import { putMails } from '../../support/put-mails'
import { startSmtpServer } from '../../support/smtp-server'
import { startProcesses } from '../../support/start-processes'
import { waitUntil } from '../../support/wait-until'

const MAILS = 500

test.runIf(hasPostgres)(
  'of 500 mails that two processes send, each arrives once, and both send some',
  async () => {
    // The same mail server under two names, to see which process sends.
    const servers = [await startSmtpServer(), await startSmtpServer()]
    const { store, databaseUrl } = await startProcesses({
      envOf: (index) => ({ SMTP_URL: `smtp://127.0.0.1:${servers[index]?.port}` }),
    })
    await putMails(store, MAILS)
    await waitUntil('nothing is left to send', async () => {
      const [row] = await queryOnce(databaseUrl, 'select count(*)::int as waiting from outbox')
      return row?.['waiting'] === 0
    })
    const recipients = servers.flatMap(({ received }) => received.flatMap(({ to }) => to))
    expect(recipients).toHaveLength(MAILS)
    expect(new Set(recipients).size).toBe(MAILS)
    for (const { received } of servers) expect(received.length).toBeGreaterThan(0)
  },
  600_000,
)
