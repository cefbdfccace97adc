import { describe, expect, onTestFinished, test } from 'vitest'
import { callProcess } from '../support/call-process'
import { freePort } from '../support/free-port'
import { hasPostgres } from '../support/postgres/find-postgres'
import { startPostgres } from '../support/postgres/start-postgres'
import { createTestDatabase, queryOnce } from '../support/postgres/test-database'
import { runNode } from '../support/run-process'
import type { RunningProcess } from '../support/run-process'
import { tempFolder } from '../support/temp-folder'
import { waitUntil } from '../support/wait-until'

/** The API alone, and with the site as owners run it. */
const programs = ['dist/server/main.js', 'commands/run.mjs serve']

interface Started {
  url: string
  process: RunningProcess
}

/** Starts a program without waiting. It ends with the test. */
async function start(program: string, databaseUrl: string): Promise<Started> {
  const [api, site, demo] = [await freePort(), await freePort(), await freePort()]
  const ports = { API_PORT: String(api), SITE_PORT: String(site), DEMO_PORT: String(demo) }
  const env = { ...ports, DATABASE_URL: databaseUrl, DATA_DIR: tempFolder(), LOG_LEVEL: 'warn' }
  const process = runNode(program.split(' '), { env })
  onTestFinished(async () => {
    process.child.kill('SIGKILL')
    await process.ended
  })
  return { url: `http://127.0.0.1:${api}`, process }
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    (answer) => answer.status,
    () => 0,
  )

const answers = (what: string, url: string, status: number) =>
  waitUntil(`${what} answers ${status}`, async () => (await statusOf(url)) === status)

const waitLines = ({ process }: Started): string[] =>
  process
    .output()
    .split('\n')
    .filter((line) => line.includes('waiting for the database'))

describe.runIf(hasPostgres)('a start while PostgreSQL is down', () => {
  test.each(programs)('of %s waits, logs it, and serves when the database is available', async (program) => {
    const server = await startPostgres()
    onTestFinished(() => server.remove())
    await queryOnce(`${server.url}/postgres`, 'create database late')
    await server.stop('fast')
    const api = await start(program, `${server.url}/late`)
    await answers('/health', `${api.url}/health`, 200)
    const ready = await fetch(`${api.url}/ready`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'unavailable', failing: ['database'] }])
    const login = { email: 'ann@example.com', password: 'seven quiet otters' }
    expect(await callProcess(api, 'signup', login)).toMatchObject({ status: 503, code: 'service-unavailable' })
    expect(waitLines(api).map((line): unknown => JSON.parse(line))).toMatchObject([
      { level: 40, reason: 'no database server is listening there.', waitedSeconds: 0 },
    ])

    await server.start()
    await answers('/ready', `${api.url}/ready`, 200)
    expect((await callProcess(api, 'signup', login)).status).toBe(200)
    expect(api.process.output()).toContain('the database is available: starting')
  })

  test.each(
    programs.flatMap((program) => (['SIGTERM', 'SIGINT'] as const).map((signal) => [program, signal] as const)),
  )('of %s ends by %s', async (program, signal) => {
    const api = await start(program, 'postgres://postgres@127.0.0.1:1/nothing')
    await answers('/health', `${api.url}/health`, 200)
    api.process.child.kill(signal)
    expect(await api.process.ended).toEqual({ code: 0, signal: null })
  })

  test('ends by a signal while a connection attempt hangs', async () => {
    const { createServer } = await import('node:net')
    const silent = createServer(() => {})
    const port = await freePort()
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const api = await start('commands/run.mjs serve', `postgres://postgres@127.0.0.1:${port}/nothing`)
    await waitUntil(
      'it connects',
      () => new Promise((resolve) => silent.getConnections((_, count) => resolve(count > 0))),
    )
    api.process.child.kill('SIGTERM')
    expect(await api.process.ended).toEqual({ code: 0, signal: null })
  })
})

describe.runIf(hasPostgres)('a start ends with one line for a fault that a person has to fix:', () => {
  test.each([
    ['a missing database', (url: string) => url.replace(/[^/]+$/u, 'nothing'), /no database with this name/u],
    ['a newer schema', (url: string) => url, /The database has schema 9999/u],
    ['a server without TLS', (url: string) => `${url}?sslmode=verify-full`, /does not support TLS/u],
  ])('%s', async (what, address, sentence) => {
    const { url } = await createTestDatabase()
    if (what === 'a newer schema')
      await queryOnce(
        url,
        `create table schema_migrations (number integer primary key, name text not null, applied_at bigint not null);
         insert into schema_migrations values (9999, 'later', 0)`,
      )
    const { process } = await start('dist/server/main.js', address(url))
    expect(await process.ended).toEqual({ code: 1, signal: null })
    expect(process.output()).toMatch(sentence)
    expect(process.output().trim().split('\n')).toHaveLength(1)
  })
})
