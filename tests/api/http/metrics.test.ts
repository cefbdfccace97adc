import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { readConfig } from '../../../api/config'
import { startApi } from '../../../api/start-api'
import { freePort } from '../../support/free-port'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'

const METRICS_TOKEN = 'a-token-for-the-tests'
const json = { 'content-type': 'application/json', 'x-app-id': 'app_demo' }

/** The whole API on a port, as `main` starts it. */
async function open(env: Record<string, string> = { METRICS_TOKEN }) {
  const folder = mkdtempSync(join(tmpdir(), 'membership-metrics-'))
  const port = await freePort()
  const config = readConfig({ API_PORT: String(port), DATA_DIR: folder, ...env })
  const api = await startApi(config, {
    widgetFolder: folder,
    appsFolder: new URL('../../../api/apps/', import.meta.url),
    banksFolder: new URL('../../../api/banks/', import.meta.url),
    fontsFolder: folder,
    docsFolder: folder,
    consoleFolder: folder,
    log: pino({ level: 'silent' }),
  })
  const post = (path: string, body: object) =>
    fetch(api.url + path, { method: 'POST', headers: json, body: JSON.stringify(body) })
  const ask = (authorization?: string) =>
    fetch(`${api.url}/metrics`, authorization === undefined ? {} : { headers: { authorization } })
  const read = async () => (await ask(`Bearer ${METRICS_TOKEN}`)).text()
  const close = async () => {
    await api.close(0)
    rmSync(folder, { recursive: true })
  }
  return { url: api.url, post, ask, read, close }
}

/** One for tests that count only what no other test does. */
let shared: Awaited<ReturnType<typeof open>>
beforeAll(async () => void (shared = await open()))
afterAll(() => shared.close())

/** Its own, for settings or numbers of its own. */
async function start(env?: Record<string, string>) {
  const api = await open(env)
  onTestFinished(() => api.close())
  return api
}

/** @param line name and labels as written */
const valueOf = (text: string, line: string): number =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? Number.NaN,
  )

describe('GET /metrics', () => {
  it('does not exist without a token in the settings', async () => {
    const { ask } = await start({})
    const response = await ask('Bearer undefined')
    expect([response.status, (await response.json()).code]).toEqual([404, 'not-found'])
  })

  it.each([undefined, 'Bearer', 'Bearer wrong-token-wrong-token', `Basic ${METRICS_TOKEN}`, METRICS_TOKEN])(
    'returns nothing to a caller who sends %s',
    async (authorization) => {
      const response = await shared.ask(authorization)
      expect([response.status, (await response.json()).code]).toEqual([403, 'access-denied'])
    },
  )

  it('counts requests by the pattern of their route, never by their path', async () => {
    const { url, read } = await start()
    for (const path of ['/files/my-secret-name.webp', '/files/other.webp', '/nowhere/at-all', '/wp-login.php'])
      await (await fetch(url + path)).text()
    await (await fetch(`${url}/app`, { headers: json })).text()
    const text = await read()
    const count = (route: string, status: string) =>
      valueOf(text, `membership_http_request_duration_seconds_count{route="${route}",status="${status}"}`)
    expect(count('GET /files/:name', '4xx')).toBe(2)
    expect(count('GET none', '4xx')).toBe(2)
    expect(count('GET /app', '2xx')).toBe(1)
    expect(text).not.toMatch(/my-secret-name|at-all|wp-login/u)
    // This request itself.
    expect(valueOf(text, 'membership_http_requests_in_flight')).toBe(1)
  })

  it('does not grow with invented IP addresses, methods and paths', async () => {
    const { url, read } = shared
    const names = async () => new Set((await read()).match(/^membership_(?:http|security|rate)\S+/gmu))
    await fetch(`${url}/a`)
    await fetch(`${url}/a`, { method: 'PURGE' })
    const before = await names()
    for (let made = 0; made < 20; made += 1) {
      await fetch(`${url}/made-up-${made}`, { headers: { 'x-app-id': `app_${made}` } })
      await fetch(`${url}/made-up-${made}`, { method: `VERB${made}` }).catch(() => {})
    }
    const added = [...(await names())].filter((name) => !before.has(name))
    expect(added.filter((name) => !name.includes('GET /metrics'))).toEqual([])
  })

  it('counts sign-ups, logins, and those refused', async () => {
    const { post, read } = shared
    const ann = { email: 'ann@example.com', password: 'a much longer one' }
    await post('/auth/signup', ann)
    await post('/auth/login', ann)
    await post('/auth/login', { ...ann, password: 'wrong' })
    const text = await read()
    const events = (event: string, outcome: string) =>
      valueOf(text, `membership_security_events_total{event="${event}",outcome="${outcome}"}`)
    expect(events('account-created', 'success')).toBe(1)
    expect(events('login-succeeded', 'success')).toBe(1)
    expect(events('login-refused', 'failure')).toBe(1)
    expect(events('account-deleted', 'success')).toBe(0)
    expect(text).not.toContain('ann@example.com')
  })

  it('counts refusals by the limit’s name', async () => {
    const { url, read } = await start()
    await Promise.all(Array.from({ length: 205 }, async () => (await fetch(`${url}/app`, { headers: json })).text()))
    expect(valueOf(await read(), 'membership_rate_limit_refusals_total{limit="callsPerAddress"}')).toBe(5)
  })

  it('counts how late a timer runs, on the clock and in processor time', async () => {
    const { read } = shared
    const counts = async () => {
      const text = await read()
      return ['clock', 'processor'].map((time) =>
        valueOf(text, `membership_event_loop_delay_seconds_count{time="${time}"}`),
      )
    }
    await expect.poll(async () => ((await counts())[0] ?? 0) > 0).toBe(true)
    const [clock, processor] = await counts()
    expect(processor).toBe(clock)
    expect(await read()).toContain('membership_event_loop_delay_seconds_bucket{le="0.05",time="processor"}')
  })

  it('reports process, event loop, statements, queues and logs', async () => {
    const { read } = shared
    const text = await read()
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
      expect(valueOf(text, name), name).toBeGreaterThanOrEqual(0)
    expect(valueOf(text, 'membership_database_query_duration_seconds_count{outcome="ok"}')).toBeGreaterThan(10)
    for (const queue of ['outbox', 'webhooks', 'mirror']) {
      expect(valueOf(text, `membership_queue_waiting{queue="${queue}"}`)).toBe(0)
      expect(valueOf(text, `membership_queue_oldest_age_seconds{queue="${queue}"}`)).toBe(0)
    }
    for (const mode of ['test', 'live'])
      expect(valueOf(text, `membership_log_size{mode="${mode}"}`), mode).toBeGreaterThanOrEqual(0)
  })
})

test.runIf(hasPostgres)('on PostgreSQL the pool and failed statements are reported too', async () => {
  const { url: DATABASE_URL } = await createTestDatabase()
  const { read } = await start({
    METRICS_TOKEN,
    DATABASE_URL,
    KEY_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  })
  const text = await read()
  expect(valueOf(text, 'membership_database_pool_connections{state="waiting"}')).toBe(0)
  const [used, idle] = ['used', 'idle'].map((state) =>
    valueOf(text, `membership_database_pool_connections{state="${state}"}`),
  )
  expect((used ?? 0) + (idle ?? 0)).toBeGreaterThan(0)
  expect(valueOf(text, 'membership_database_query_duration_seconds_count{outcome="ok"}')).toBeGreaterThan(10)
  expect(valueOf(text, 'membership_queue_waiting{queue="webhooks"}')).toBe(0)
})
