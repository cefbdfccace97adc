import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createOutboxWorker } from '../../../../api/features/mail/outbox-worker'
import { createSmtpMailer } from '../../../../api/features/mail/mailers'
import { freePort } from '../../../support/free-port'
import { smtpError, startSmtpServer } from '../../../support/smtp-server'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'
import { waitUntil } from '../../../support/wait-until'
import type { OutboxRow } from '../../../../api/features/mail/outbox'
import { onStatement } from '../../../support/on-statement'
import type { Store } from '../../../support/repositories'

let api: TestApi
let logged: string[]
beforeEach(async () => {
  api = await startTestApi()
  logged = []
})
afterEach(() => api.close())

function worker(port: number, db: Store = api.store) {
  const mailer = createSmtpMailer({ host: '127.0.0.1', port, secure: false, login: null })
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  return createOutboxWorker({
    db,
    mailers: { test: mailer, live: mailer },
    clock: api.clock,
    log,
  })
}

async function put(...recipients: string[]): Promise<void> {
  for (const [index, to] of recipients.entries()) {
    const now = api.clock.now()
    const content = { from: 'Demo <hello@demo.example>', subject: 'Code', text: 'code 123456', html: '<p>123456</p>' }
    const row: OutboxRow = {
      ...content,
      id: `mail_${now}_${index}`,
      to,
      appId: 'app_demo',
      mode: 'live',
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now + index,
    }
    await api.store.outbox.insert(row)
  }
}
const waiting = () => api.dumpDatabase()['outbox']?.length
const isClaimed = () => !JSON.stringify(api.dumpDatabase()['outbox']).includes(`"next_attempt_at":${api.clock.now()},`)

/** A stop that reaches its deadline would outlast the test. */
const AN_HOUR_MS = 3_600_000

type Done = (error?: Error | null) => void
/** Refuses the first `times` mails. */
const refusing = (times: number, code: number) => {
  let left = times
  return {
    onRcptTo: (_address: unknown, _session: unknown, done: Done) =>
      done(left-- > 0 ? smtpError(code, 'ann@example.com refused') : null),
  }
}

describe('the outbox over SMTP', () => {
  it('brings a mail that is refused for now when the server takes it', async () => {
    const { port, received } = await startSmtpServer(refusing(2, 451))
    const one = worker(port)
    await put('ann@example.com')
    await one.drain()
    api.clock.advance(5_000)
    await one.drain()
    expect(received).toEqual([])
    api.clock.advance(10_000)
    await one.drain()
    expect(received).toHaveLength(1)
    expect(waiting()).toBe(0)
  })

  it('keeps everything while the server is down, and delivers it later', async () => {
    const port = await freePort()
    const one = worker(port)
    await put('ann@example.com', 'bea@example.com')
    for (let failures = 0; failures < 12; failures += 1) {
      await one.drain()
      api.clock.advance(60 * 60 * 1000)
    }
    expect(waiting()).toBe(2)
    const { received } = await startSmtpServer({ port })
    await one.drain()
    expect(received.flatMap(({ to }) => to).toSorted()).toEqual(['ann@example.com', 'bea@example.com'])
  })

  it('gives up a permanently refused mail after five tries, and logs it without content or address', async () => {
    let asked = 0
    const { port, received } = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) => {
        asked += 1
        done(smtpError(550, `5.1.1 <${address}> unknown`))
      },
    })
    const one = worker(port)
    await put('nobody@example.com')
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await one.drain()
      api.clock.advance(60 * 60 * 1000)
    }
    expect({ asked, received, waiting: waiting() }).toEqual({ asked: 5, received: [], waiting: 0 })
    expect(logged.at(-1)).toMatch(/"mailId":"mail_\d+_0".*550.*permanently rejected and dropped/u)
    expect(logged.join('')).not.toMatch(/nobody@|123456/u)
  })

  it('brings the mails of others while one recipient hangs', async () => {
    const { port, received } = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) => {
        if (address !== 'hangs@example.com') done()
      },
    })
    const one = worker(port)
    await put('hangs@example.com')
    const drained = one.drain()
    await waitUntil('it hangs', isClaimed)
    api.clock.advance(1)
    await put(...Array.from({ length: 12 }, (_, index) => `member${index}@example.com`))
    one.wake()
    await waitUntil('the others have their mail', () => received.length === 12)
    await one.stop(0)
    await drained
    // No attempt was counted: it hung the whole time.
    expect(api.dumpDatabase()['outbox']).toMatchObject([{ recipient: 'hangs@example.com', attempts: 0 }])
  })

  it('cut by a stop leaves the mail as due as it was, and the next start brings it', async () => {
    let hang = true
    const { port, received } = await startSmtpServer({
      onRcptTo: (_address, _session, done) => {
        if (!hang) done()
      },
    })
    await put('ann@example.com')
    const one = worker(port)
    const drained = one.drain()
    await waitUntil('it is on its way', isClaimed)
    await one.stop(200)
    await drained
    // An attempt that ended by itself would count.
    expect(api.dumpDatabase()['outbox']).toMatchObject([{ attempts: 0, next_attempt_at: api.clock.now() }])
    hang = false
    await worker(port).drain()
    expect(received).toHaveLength(1)
  })

  it('lets what is on its way arrive when it is stopped', async () => {
    let goOn: Done | undefined
    const { port, received } = await startSmtpServer({ onRcptTo: (_address, _session, done) => void (goOn = done) })
    await put('ann@example.com')
    const one = worker(port)
    const drained = one.drain()
    await waitUntil('it is on its way', () => goOn !== undefined)
    const stopped = one.stop(AN_HOUR_MS)
    goOn?.()
    await stopped
    await drained
    expect({ received: received.length, waiting: waiting() }).toEqual({ received: 1, waiting: 0 })
  })

  it('brings every mail once, with two workers at it', async () => {
    const { port, received } = await startSmtpServer()
    await put(...Array.from({ length: 30 }, (_, index) => `member${index}@example.com`))
    await Promise.all([worker(port).drain(), worker(port).drain()])
    expect(received).toHaveLength(30)
    expect(new Set(received.flatMap(({ to }) => to)).size).toBe(30)
    expect(waiting()).toBe(0)
  })

  it('does not send again what has left when the database could not note it', async () => {
    const { port, received } = await startSmtpServer()
    let failures = 1
    const db = onStatement(api.store, (statement) => {
      if (statement === 'delete outbox' && failures-- > 0) throw new Error('disk I/O error')
    })
    await put('ann@example.com')
    const one = worker(port, db)
    await one.drain()
    expect({ received: received.length, waiting: waiting() }).toEqual({ received: 1, waiting: 1 })
    api.clock.advance(60_000)
    await one.drain()
    expect({ received: received.length, waiting: waiting() }).toEqual({ received: 1, waiting: 0 })
  })
})
