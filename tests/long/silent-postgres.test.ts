import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isHere } from '../support/engines'
import { findLost, keepAsking } from '../support/keep-asking'
import { openInstallation } from '../support/killable-installation'
import type { PostgresServer } from '../support/postgres/start-postgres'
import { waitUntil } from '../support/wait-until'

const PEOPLE = 4
/** Half a minute until the silence is detected, and another for requests that waited for a connection. */
const ANSWER_MAX_MS = 90_000

/** The server and its child processes, paused as on a frozen machine or behind a broken network. */
function signal({ folder }: PostgresServer, name: 'STOP' | 'CONT'): void {
  const [main = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  const started = execFileSync('ps', ['-o', 'pid=', '--ppid', main], { encoding: 'utf8' })
  for (const pid of [main, ...started.trim().split(/\s+/u)]) process.kill(Number(pid), `SIG${name}`)
}

test.runIf(isHere('PostgreSQL'))(
  'while PostgreSQL holds its connections without responding, every request ends; when it continues, so does everything, and nothing acknowledged is lost',
  async ({ annotate }) => {
    const installation = await openInstallation('PostgreSQL')
    const server = installation.server!
    const api = await installation.start()
    const load = keepAsking(api, PEOPLE)
    await waitUntil('everybody is at work', () => load.count('before', 200, 'change') > PEOPLE)
    load.enter('silent')
    signal(server, 'STOP')
    // A paused server could not be ended.
    onTestFinished(() => signal(server, 'CONT'))
    await waitUntil(
      'everybody has been refused',
      () => load.answers.filter(({ status }) => status === 503).length >= 2 * PEOPLE,
      2 * ANSWER_MAX_MS,
    )
    expect((await fetch(`${api.url}/health`)).status).toBe(200)
    load.enter('going on')
    signal(server, 'CONT')
    await waitUntil('everybody is at work again', () => load.count('going on', 200, 'change') > PEOPLE)
    load.enter('after')
    await waitUntil('they go on', () => load.count('after', 200) > 5 * PEOPLE)
    await load.stop()
    await annotate(load.summary())
    const refused = load.answers.filter(({ status }) => status !== 200)
    expect(refused.filter(({ code }) => code !== 'service-unavailable')).toEqual([])
    expect(load.answers.filter(({ ms }) => ms > ANSWER_MAX_MS)).toEqual([])
    expect(load.count('after', 503)).toBe(0)
    expect(await findLost(api, load)).toEqual([])
  },
  600_000,
)
