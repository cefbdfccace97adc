import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from '../../api/config'
import { isDatabaseAway } from '../../api/database/errors'
import { openStore } from '../../api/open-store'
import { openPostgresLock } from '../../api/database/shared-lock'
import { documentedSettings, hasPgBouncer, startPgBouncer } from '../support/pgbouncer/start-pgbouncer'
import type { PgBouncerOptions } from '../support/pgbouncer/start-pgbouncer'
import { killBehindPgBouncer } from '../support/pgbouncer/kill-behind-pgbouncer'
import { createTestDatabase, queryOnce } from '../support/postgres/test-database'
import { runNode } from '../support/run-process'
import { tempFolder } from '../support/temp-folder'
import { waitUntil } from '../support/wait-until'

const LEASE_MS = 2_000
const MODES = ['session', 'transaction'] as const

describe.runIf(hasPgBouncer)('behind PgBouncer as docs/scaling.md sets it up', () => {
  test.each(MODES)(
    'in %s mode two processes serve, one is killed: nothing is lost, and no lock remains',
    async (mode) => {
      expect(documentedSettings()).toContain('pool_mode = transaction')
      const report = await killBehindPgBouncer({ mode, kills: 1 })
      expect(report).toMatchObject({ lost: [], refused: [], locks: [], troubles: [] })
      expect(report.joined).toBeGreaterThan(10)
    },
    300_000,
  )

  test.each(MODES)('in %s mode the lease of a killed process expires', async (mode) => {
    const { url: server } = await createTestDatabase()
    const { url } = await startPgBouncer({ server, mode })
    const script = join(tempFolder(), 'hold-turn.cjs')
    const entryPoints = [fileURLToPath(new URL('../support/pgbouncer/hold-turn.ts', import.meta.url))]
    await build({ entryPoints, outfile: script, bundle: true, platform: 'node', format: 'cjs', logLevel: 'silent' })
    const holder = runNode([script, url, String(LEASE_MS)])
    await waitUntil('it holds the turn', () => holder.output().includes('held'))
    const turns = openPostgresLock(url)
    onTestFinished(() => turns.close())
    let taken = 0
    const take = () => turns.tryWithLock('mirror', async () => void (taken += 1)).then(() => taken)
    expect(await take()).toBe(0)
    holder.child.kill('SIGKILL')
    await holder.ended
    expect(await take()).toBe(0)
    await expect.poll(take, { timeout: 10 * LEASE_MS }).toBe(1)
    expect(await queryOnce(server, `select pid from pg_locks where locktype = 'advisory'`)).toEqual([])
  })

  /** The message of a failed start, and whether it would retry. */
  const refusal = async (options: Partial<PgBouncerOptions>, parameters = ''): Promise<[string, boolean]> => {
    const { url: server } = await createTestDatabase()
    const { url } = await startPgBouncer({ server, mode: 'transaction', ...options })
    const error: unknown = await openStore(readConfig({ DATABASE_URL: url + parameters })).catch(
      (reason: unknown) => reason,
    )
    if (!(error instanceof ConfigError)) throw new Error('It was opened.', { cause: error })
    return [error.message, isDatabaseAway(error)]
  }
  const said = (words: string, hint: string): string =>
    `DATABASE_URL cannot be used: the database server or its pooler says “${words}”.${hint}`

  test('a startup parameter that it rejects ends the start with PgBouncer’s message', async () => {
    expect(await refusal({}, '?options=-c%20search_path%3Dpublic')).toEqual([
      said(
        'unsupported startup parameter: options',
        ' Remove the parameter from DATABASE_URL, or add it to ignore_startup_parameters of PgBouncer.',
      ),
      false,
    ])
  })

  test('a pool mode without transactions ends the start with a message', async () => {
    expect(await refusal({ mode: 'statement' })).toEqual([
      said(
        'transaction blocks not allowed in statement pooling mode',
        ' Set pool_mode of PgBouncer to transaction or session.',
      ),
      false,
    ])
  })

  test('a password that it refuses ends the start with PgBouncer’s message', async () => {
    const { url: server } = await createTestDatabase()
    const { url } = await startPgBouncer({ server, mode: 'session' })
    const wrong = url.replace('secret', 'guess')
    const problem = openStore(readConfig({ DATABASE_URL: wrong }))
    await expect(problem).rejects.toThrow(
      said('SASL authentication failed', ' Check the user and password, both here and in PgBouncer.'),
    )
    await expect(problem).rejects.not.toThrow('guess')
  })

  test('after too many connections the start waits, and logs PgBouncer’s message', async () => {
    expect(await refusal({ settings: { max_client_conn: 0 } })).toEqual([
      said('no more connections allowed (max_client_conn)', ' Raise this limit of PgBouncer.'),
      true,
    ])
  })
})
