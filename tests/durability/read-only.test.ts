import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callProcess } from '../support/call-process'
import { isHere } from '../support/engines'
import { freePort } from '../support/free-port'
import { findLost, keepAsking } from '../support/keep-asking'
import type { GivenAnswer } from '../support/keep-asking'
import { endApi, openInstallation } from '../support/killable-installation'
import { queryOnce } from '../support/postgres/test-database'
import { runNode } from '../support/run-process'
import { mountSmallDisk } from '../support/small-disk'
import { waitUntil } from '../support/wait-until'

const PEOPLE = 4

test('a start on a read-only disk ends with one clear line; nothing is changed, and afterwards it starts', async (context) => {
  const disk = mountSmallDisk(64) ?? context.skip('no file system can be mounted here')
  const installation = await openInstallation('SQLite', disk.folder)
  const api = await installation.start()
  const account = { email: 'ann@example.com', password: 'seven quiet otters' }
  expect((await callProcess(api, 'signup', account)).status).toBe(200)
  await endApi(api)
  disk.makeReadOnly(true)
  const started = runNode(['dist/server/main.js'], {
    env: { DATA_DIR: installation.dataDir, API_PORT: String(await freePort()), LOG_LEVEL: 'silent' },
  })
  onTestFinished(() => void started.child.kill('SIGKILL'))
  expect((await started.ended).code).toBe(1)
  const lines = started.output().trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(`DATA_DIR ${join(disk.folder, 'data')} cannot be used: `)
  disk.makeReadOnly(false)
  expect((await callProcess(await installation.start(), 'login', account)).status).toBe(200)
})

test.runIf(isHere('PostgreSQL'))(
  'while PostgreSQL is read-only every request gets a clear error, and afterwards the same process continues: nothing acknowledged is lost',
  async ({ annotate }) => {
    const installation = await openInstallation('PostgreSQL')
    const admin = `${installation.server!.url}/postgres`
    const setReadOnly = async (value: 'on' | 'off') => {
      await queryOnce(admin, `alter system set default_transaction_read_only = ${value}`)
      await queryOnce(admin, 'select pg_reload_conf()')
    }
    const api = await installation.start()
    const load = keepAsking(api, PEOPLE)
    await waitUntil('everybody is at work', () => load.count('before', 200, 'change') > PEOPLE)
    load.enter('becoming read-only')
    await setReadOnly('on')
    await waitUntil('it is', () => load.count('becoming read-only', 503) > PEOPLE)
    load.enter('read-only')
    await waitUntil('many are refused', () => load.count('read-only', 503) > 5 * PEOPLE)
    load.enter('freed')
    await setReadOnly('off')
    await waitUntil('everybody is at work again', () => load.count('freed', 200, 'change') > PEOPLE)
    load.enter('after')
    await waitUntil('they go on', () => load.count('after', 200) > 5 * PEOPLE)
    await load.stop()
    await annotate(load.summary())
    expect(load.answers.filter(({ status, code }) => status !== 200 && code !== 'service-unavailable')).toEqual([])
    // A request just before the end may complete after it.
    const isWritten = ({ act, status }: GivenAnswer) => act !== 'read' && status === 200
    const whileReadOnly = load.answers.filter(
      ({ asked, answered }) => asked === 'read-only' && answered === 'read-only',
    )
    expect(whileReadOnly.filter(isWritten)).toEqual([])
    expect(load.count('after', 503)).toBe(0)
    expect(await findLost(api, load)).toEqual([])
  },
  600_000,
)
