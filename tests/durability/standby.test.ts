import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findLost, keepAsking } from '../support/keep-asking'
import { hasPostgres } from '../support/postgres/find-postgres'
import { startPostgres, startStandby } from '../support/postgres/start-postgres'
import { queryOnce } from '../support/postgres/test-database'
import { launchKillableApi, startKillableApi } from '../support/start-killable-api'
import type { KillableApi } from '../support/start-killable-api'
import { tempFolder } from '../support/temp-folder'
import { waitUntil } from '../support/wait-until'

/** The one address of the database, a name or virtual IP address that follows the primary. */
async function startAddress(first: string) {
  let port = Number(new URL(first).port)
  const open = new Set<Socket>()
  const server = createServer((incoming) => {
    const outgoing = connect(port, '127.0.0.1')
    for (const socket of [incoming, outgoing]) {
      open.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(socket)
          incoming.destroy()
          outgoing.destroy()
        })
    }
    incoming.pipe(outgoing).pipe(incoming)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = (): void => open.forEach((socket) => socket.destroy())
  onTestFinished(() => {
    end()
    server.close()
  })
  const address = server.address()
  return {
    url: `postgres://postgres@127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/members`,
    leadTo(other: string): void {
      port = Number(new URL(other).port)
      end()
    },
  }
}

function endWithTest({ process }: KillableApi): void {
  onTestFinished(async () => {
    process.child.kill('SIGKILL')
    await process.ended
  })
}

const readiness = async ({ url }: KillableApi): Promise<number> => (await fetch(`${url}/ready`)).status

/** A primary with synchronous replication. */
async function startPair() {
  const primary = await startPostgres({ durable: true })
  onTestFinished(() => primary.remove())
  await queryOnce(`${primary.url}/postgres`, 'create database members')
  const standby = await startStandby(primary)
  onTestFinished(() => standby.remove())
  await queryOnce(`${primary.url}/postgres`, `alter system set synchronous_standby_names = 'ANY 1 (*)'`)
  await queryOnce(`${primary.url}/postgres`, 'select pg_reload_conf()')
  const syncState = () => queryOnce(`${primary.url}/postgres`, 'select sync_state from pg_stat_replication')
  await waitUntil('it is synchronous', async () => (await syncState())[0]?.['sync_state'] === 'quorum')
  return { primary, standby }
}

describe.runIf(hasPostgres)('with a standby as docs/scaling.md sets it up', () => {
  test('a lost primary: calls are refused clearly until the promotion, then they succeed, and nothing acknowledged is lost', async () => {
    const { primary, standby } = await startPair()
    const address = await startAddress(primary.url)
    const api = await startKillableApi(tempFolder(), { DATABASE_URL: address.url })
    endWithTest(api)
    const load = keepAsking(api, 3)
    await waitUntil('people join', () => load.joined.length > 5)
    load.enter('falling')
    await primary.stop('immediate')
    address.leadTo(standby.url)
    load.enter('standby')
    await waitUntil('writes are refused', () => load.count('standby', 503, 'signup') > 10)
    expect((await fetch(`${api.url}/health`)).status).toBe(200)
    load.enter('promoting')
    await standby.promote()
    await waitUntil('writes go on', () => load.count('promoting', 200, 'signup') > 3)
    await load.stop()
    const unclear = load.answers.filter(({ status, code }) => status !== 200 && code !== 'service-unavailable')
    expect(unclear).toEqual([])
    expect(load.count('standby', 200, 'signup')).toBe(0)
    expect(await findLost(api, load)).toEqual([])
    expect(api.process.child.exitCode).toBeNull()
  }, 300_000)

  test('a start that finds the standby waits until it is promoted', async () => {
    const { primary, standby } = await startPair()
    await primary.stop('immediate')
    const api = await launchKillableApi(tempFolder(), { DATABASE_URL: `${standby.url}/members`, LOG_LEVEL: 'warn' })
    endWithTest(api)
    expect(await readiness(api)).toBe(503)
    expect(api.process.output()).toContain('the database is read-only.')
    await standby.promote()
    await waitUntil('it is ready', async () => (await readiness(api)) === 200)
  }, 300_000)
})
