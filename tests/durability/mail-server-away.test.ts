import { expect, onTestFinished, test } from 'vitest'
import { createOutboxWorker } from '../../api/features/mail/outbox-worker'
import { createSmtpMailer } from '../../api/features/mail/mailers'
import { freePort } from '../support/free-port'
import { codeIn } from '../support/newest-mail'
import { smtpError, startSmtpServer } from '../support/smtp-server'
import type { ReceivedMail } from '../support/smtp-server'
import { startTestApi } from '../support/start-api'

const MINUTE_MS = 60_000
const STEP_MINUTES = 5
const AWAY_MINUTES = 60
/** A mail that has failed for an hour waits at most another hour. */
const BACK_MINUTES = 75

/** The real API; the test triggers its delivery over SMTP. */
async function open(port: number) {
  // Its own worker would deliver them to the test mailbox.
  const api = await startTestApi({ services: { mailWaiting: () => {} } })
  onTestFinished(() => api.close())
  const mailer = createSmtpMailer({ host: '127.0.0.1', port, secure: false, login: null })
  const { store, clock, services } = api
  const worker = createOutboxWorker({
    db: store,
    mailers: { test: mailer, live: mailer },
    clock,
    log: services.log,
  })
  const step = async () => {
    await worker.drain()
    clock.advance(STEP_MINUTES * MINUTE_MS)
  }
  return {
    api,
    worker,
    step,
    waiting: () => api.dumpDatabase()['outbox']?.length ?? 0,
    failures: () => api.logLines.filter((line) => line.includes('could not send an email')).length,
    ask: (email: string) => api.call('sendPasswordlessLoginEmail', { email }),
  }
}

const textOf = ({ raw }: ReceivedMail): string => raw.replaceAll('\r\n', '\n')

type Done = (error?: Error | null) => void

test.each(['is down', 'refuses mails'])(
  'while the mail server %s for an hour every request for a mail succeeds, and afterwards every mail arrives once',
  async (how) => {
    let isAway = true
    const port = await freePort()
    const serve = () =>
      startSmtpServer({
        port,
        onRcptTo: (_address: unknown, _session: unknown, done: Done) =>
          done(isAway ? smtpError(451, 'come back later') : null),
      })
    const early = how === 'is down' ? null : await serve()
    const { api, worker, step, waiting, failures, ask } = await open(port)
    const people: string[] = []
    for (let minute = 0; minute < AWAY_MINUTES; minute += STEP_MINUTES) {
      const email = `person${minute}@example.com`
      people.push(email)
      expect((await api.call('signup', { email, password: 'seven quiet otters' })).status).toBe(200)
      expect((await ask(email)).status).toBe(200)
      await step()
    }
    const queued = waiting()
    expect(queued).toBeGreaterThanOrEqual(people.length)
    expect(failures()).toBeGreaterThan(queued)
    expect(early?.received ?? []).toEqual([])

    isAway = false
    const { received } = early ?? (await serve())
    // A new mail does not wait for those of the past hour.
    expect((await ask('person0@example.com')).status).toBe(200)
    await worker.drain()
    const newest = received.map(textOf).findLast((text) => codeIn(text) !== 'no code') ?? ''
    const login = { email: 'person0@example.com', passwordlessToken: codeIn(newest) }
    expect((await api.call('passwordlessLogin', login)).status).toBe(200)
    for (let minute = 0; minute < BACK_MINUTES; minute += STEP_MINUTES) await step()
    expect(waiting()).toBe(0)
    const ids = received.flatMap(({ headers }) => headers['message-id'] ?? [])
    expect(ids).toHaveLength(queued + 1)
    expect(new Set(ids).size).toBe(queued + 1)
    expect(new Set(received.flatMap(({ to }) => to))).toEqual(new Set(people))
  },
)
