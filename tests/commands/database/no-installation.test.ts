import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adminCommand } from '../../../commands/admin/command'
import { keysCommand } from '../../../commands/keys'
import { mirrorCommand } from '../../../commands/mirror'
import { ownerCommand } from '../../../commands/owner'
import { createTestDatabase, queryOnce } from '../../support/postgres/test-database'
import { tempFolder } from '../../support/temp-folder'
import { engines } from '../../api/database/empty-database'
import type { Engine } from '../../api/database/empty-database'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { installation, run } from './run-database'

const NOTHING_THERE = 'This database has no installation. Start the server once to create it.'

type Env = Record<string, string>

/** Settings of a database without tables; on SQLite an empty file. */
async function emptyDatabase(engine: Engine): Promise<Env & { DATA_DIR: string }> {
  const DATA_DIR = tempFolder()
  if (engine === 'PostgreSQL') return { DATA_DIR, DATABASE_URL: (await createTestDatabase()).url }
  writeFileSync(join(DATA_DIR, 'membership.db'), '')
  return { DATA_DIR }
}

/** All commands that need an installation. */
const commands = new Map<string, (env: Env, complain: (line: string) => void) => Promise<number>>([
  ['owner link', (env, complain) => ownerCommand(['link'], { ...terminal(env, complain), banksFolder })],
  ['admin keys list', (env, complain) => adminCommand(['keys', 'list'], { ...terminal(env, complain), banksFolder })],
  ['keys list', (env, complain) => keysCommand(['list'], { ...terminal(env, complain), ask })],
  ['keys make', (env, complain) => keysCommand(['make'], { ...terminal(env, complain), ask })],
  ['mirror', (env, complain) => mirrorCommand([], terminal({ ...env, ...airtable }, complain))],
])
const banksFolder = new URL('../../../api/banks/', import.meta.url)
const airtable = { AIRTABLE_API_KEY: 'pat_secret', AIRTABLE_BASE_ID: 'appBase' }
const ask = () => Promise.resolve('')
const terminal = (env: Env, complain: (line: string) => void) => ({ env, complain, print: () => {} })

async function complaintOf(command: string, env: Env) {
  const lines: string[] = []
  const code = await commands.get(command)?.(env, (line) => void lines.push(line))
  return { code, complaint: lines.join('\n') }
}

async function tablesIn({ DATA_DIR = '', DATABASE_URL }: Env): Promise<unknown[]> {
  if (DATABASE_URL === undefined) return readdirSync(DATA_DIR).filter((name) => name !== 'membership.db')
  return queryOnce(DATABASE_URL, "select tablename from pg_tables where schemaname = 'public'")
}

describe.each(engines)('an empty database on %s', (engine) => {
  test.each([...commands.keys()])('stays empty after %s', async (command) => {
    const env = await emptyDatabase(engine)
    expect(await complaintOf(command, env)).toEqual({ code: 1, complaint: NOTHING_THERE })
    expect([await tablesIn(env), readdirSync(env.DATA_DIR)]).toEqual([[], engine === 'SQLite' ? ['membership.db'] : []])
  })

  test.each([['backup'], ['rollback']])('is left so by database %s', async (verb) => {
    const [env, to] = [await emptyDatabase(engine), join(tempFolder(), 'backups')]
    const args = verb === 'backup' ? [verb, '--to', to] : [verb, '--to', '18']
    expect(await run(args, env)).toEqual({ code: 1, output: '', complaint: NOTHING_THERE })
    expect(await tablesIn(env)).toEqual([])
    expect(() => readdirSync(to)).toThrow('ENOENT')
  })

  test('can be migrated, which makes no installation and no keys', async () => {
    const env = await emptyDatabase(engine)
    expect(await run(['migrate'], env)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^The schema was migrated from 0/u),
    })
    for (const command of ['owner link', 'admin keys list'])
      expect(await complaintOf(command, env)).toEqual({ code: 1, complaint: NOTHING_THERE })
    expect(readdirSync(env.DATA_DIR).filter((name) => !name.startsWith('membership.db'))).toEqual([])
    if (env['DATABASE_URL'] !== undefined)
      expect(await run(['copy', '--to', env['DATABASE_URL']], await installation())).toMatchObject({ code: 0 })
  })

  test('accepts a restore', async () => {
    const [env, to] = [await emptyDatabase(engine), tempFolder()]
    await run(['backup', '--to', to], await installation())
    const restored = await run(['restore', '--from', join(to, readdirSync(to)[0] ?? '')], env)
    expect(restored).toMatchObject({ code: 0, output: expect.stringContaining(`Restored into ${engine}, `) })
  })
})

test.runIf(hasPostgres)('a copy takes an empty database', async () => {
  const { url } = await createTestDatabase()
  expect(await run(['copy', '--to', url], await installation())).toMatchObject({ code: 0, complaint: '' })
})
