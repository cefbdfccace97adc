import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createOutboxWorker } from '../../../../api/features/mail/outbox-worker'
import type { Mailer } from '../../../../api/features/mail/mailers'
import type { Mail } from '../../../../api/features/mail/outbox'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'
import { waitUntil } from '../../../support/wait-until'
import { onStatement } from '../../../support/on-statement'
import type { Store } from '../../../support/repositories'

/** A stop that reaches its deadline would outlast the test. */
const AN_HOUR_MS = 3_600_000

let api: TestApi
let sent: string[]
let failures: number
let logged: string[]
beforeEach(async () => {
  api = await startTestApi()
  sent = []
  logged = []
  failures = 0
})
afterEach(async () => {
  vi.useRealTimers()
  await api.close()
})

const mailer: Mailer = {
  async send({ id }) {
    if (failures > 0) {
      failures -= 1
      throw new Error('451 try again later')
    }
    sent.push(id)
  },
}

const worker = (using: Mailer = mailer, db: Store = api.store) =>
  createOutboxWorker({
    db,
    mailers: { test: using, live: using },
    clock: api.clock,
    log: pino({}, { write: (line: string) => void logged.push(line) }),
  })

async function put(...ids: string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const now = api.clock.now()
    const mail: Mail = {
      id,
      to: 'ann@example.com',
      from: 'Demo <demo@example.com>',
      subject: 'Hi',
      text: 'code 123456',
      html: '<p>',
    }
    await api.store.outbox.insert({
      ...mail,
      appId: 'app_demo',
      mode: 'test',
      attempts: 0,
      nextAttemptAt: now,
      createdAt: now + index,
    })
  }
}
const waiting = () => api.dumpDatabase()['outbox']?.length

describe('the outbox worker', () => {
  it('sends every waiting mail once, oldest first, however many there are', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `mail_${String(index).padStart(2, '0')}`)
    await put(...ids)
    const one = worker()
    await Promise.all([one.drain(), one.drain()])
    expect(sent).toHaveLength(25)
    expect(sent[0]).toBe('mail_00')
    expect(new Set(sent)).toEqual(new Set(ids))
    expect(waiting()).toBe(0)
  })

  it('gives the mailer the mail and nothing of the queue', async () => {
    const given: unknown[] = []
    await put('mail_1')
    await worker({ send: async (mail) => void given.push(Object.keys(mail).toSorted()) }).drain()
    expect(given).toEqual([['from', 'html', 'id', 'subject', 'text', 'to']])
  })

  it('never sends a mail twice from two processes', async () => {
    await put('mail_1', 'mail_2', 'mail_3')
    await Promise.all([worker().drain(), worker().drain()])
    expect(sent.toSorted()).toEqual(['mail_1', 'mail_2', 'mail_3'])
  })

  it('tries a failed mail again later and later, and keeps the rest going', async () => {
    const one = worker()
    failures = 3
    await put('mail_1')
    for (const wait of [5_000, 10_000, 20_000]) {
      await one.drain()
      api.clock.advance(wait - 1)
      await one.drain()
      expect(sent).toEqual([])
      api.clock.advance(1)
    }
    await one.drain()
    expect(sent).toEqual(['mail_1'])
  })

  it('waits an hour at most', async () => {
    const one = worker()
    failures = 30
    await put('mail_1')
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await one.drain()
      api.clock.advance(60 * 60 * 1000)
    }
    await one.drain()
    expect(sent).toEqual(['mail_1'])
  })

  it('one failing mail does not hold up the next', async () => {
    failures = 1
    await put('mail_1', 'mail_2')
    await worker().drain()
    expect(sent).toEqual(['mail_2'])
  })

  it('logs a failure without the mail', async () => {
    failures = 1
    await put('mail_1')
    await worker().drain()
    expect(logged.join('')).toContain('451 try again later')
    expect(logged.join('')).not.toMatch(/123456|ann@example/u)
  })

  it('takes over what a killed process had claimed, once the claim has run out', async () => {
    await put('mail_1')
    await api.store.outbox.claimDue(api.clock.now(), api.clock.now() + 60_000, 10)
    const one = worker()
    await one.drain()
    expect(sent).toEqual([])
    api.clock.advance(60_000)
    await one.drain()
    expect(sent).toEqual(['mail_1'])
  })

  it('sends what an earlier run left as soon as it starts', async () => {
    await put('mail_1')
    const one = worker()
    one.start()
    await waitUntil('the mail is sent', () => sent.length === 1)
    await one.stop(AN_HOUR_MS)
  })

  it('is woken for a mail that comes while it is sending', async () => {
    await put('mail_1')
    const one = worker({
      async send(mail, signal) {
        if (mail.id === 'mail_1') {
          await put('mail_2')
          one.wake()
        }
        await mailer.send(mail, signal)
      },
    })
    await one.drain()
    await waitUntil('the second mail is sent', () => sent.length === 2)
    expect(sent).toEqual(['mail_1', 'mail_2'])
  })

  it('does not touch the database while the answer of the request that woke it is on its way', async () => {
    await put('mail_1')
    const claims = vi.fn<() => void>()
    const one = worker(mailer, onStatement(api.store, claims))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    one.wake()
    vi.advanceTimersByTime(80)
    // Another request's mail: its own response gets the whole delay too.
    one.wake()
    vi.advanceTimersByTime(100)
    expect(claims).not.toHaveBeenCalled()
    vi.advanceTimersByTime(100)
    vi.useRealTimers()
    await waitUntil('the mail is sent', () => sent.length === 1)
    await one.stop(AN_HOUR_MS)
  })

  it('starts nothing after it was stopped, even when it had been woken', async () => {
    await put('mail_1')
    const claims = vi.fn<() => void>()
    const one = worker(mailer, onStatement(api.store, claims))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    one.wake()
    await one.stop(AN_HOUR_MS)
    vi.advanceTimersByTime(AN_HOUR_MS)
    vi.useRealTimers()
    expect(claims).not.toHaveBeenCalled()
    expect(sent).toEqual([])
    expect(waiting()).toBe(1)
  })

  it('stops after the running mail and releases the others unchanged', async () => {
    await put('mail_1', 'mail_2', 'mail_3')
    let stopping: Promise<void> = Promise.resolve()
    const one = worker({
      async send(mail, signal) {
        stopping = one.stop(AN_HOUR_MS)
        await mailer.send(mail, signal)
      },
    })
    await one.drain()
    await stopping
    one.wake()
    expect(sent).toEqual(['mail_1'])
    await worker().drain()
    // Sent in parallel, so in any order.
    expect(sent.toSorted()).toEqual(['mail_1', 'mail_2', 'mail_3'])
  })

  it('survives a failing database, and continues when it is back', async () => {
    await put('mail_1')
    let isBroken = true
    const failing = onStatement(api.store, () => {
      if (isBroken) throw new Error('disk I/O error')
    })
    const one = worker(mailer, failing)
    await one.drain()
    expect(logged.join('')).toContain('disk I/O error')
    isBroken = false
    await one.drain()
    expect(sent).toEqual(['mail_1'])
  })
})
