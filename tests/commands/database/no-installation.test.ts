import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adminCommand } from '../../../commands/admin/command'
import { keysCommand } from '../../../commands/keys'
import { mirrorCommand } from '../../../commands/mirror'
import { ownerCommand } from '../../../commands/owner'
import { createTestDatabase, queryOnce } from '../../support/postgres/test-database'
import { tempFolder } from '../../support/temp-folder'
import { engines } from '../../api/adapters/database/empty-database'
import type { Engine } from '../../api/adapters/database/empty-database'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { installation, run } from './run-database'

const NOTHING_THERE = 'There is no installation in this database. Start the server once.'

type Env = Record<string, string>

/** Settings that lead to a database without a table: on SQLite a file that somebody made. */
async function emptyDatabase(engine: Engine): Promise<Env & { DATA_DIR: string }> {
  const DATA_DIR = tempFolder()
  if (engine === 'PostgreSQL') return { DATA_DIR, DATABASE_URL: (await createTestDatabase()).url }
  writeFileSync(join(DATA_DIR, 'membership.db'), '')
  return { DATA_DIR }
}

/** Every command that works on what a server made, by how it is asked. */
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

describe.each(engines)('a database on %s in which nothing is', (engine) => {
  test.each([...commands.keys()])('is left so by %s', async (command) => {
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

  test('takes a schema, is no installation by that, and gets no keys', async () => {
    const env = await emptyDatabase(engine)
    expect(await run(['migrate'], env)).toMatchObject({ code: 0, output: expect.stringMatching(/^The schema was 0/u) })
    for (const command of ['owner link', 'admin keys list'])
      expect(await complaintOf(command, env)).toEqual({ code: 1, complaint: NOTHING_THERE })
    expect(readdirSync(env.DATA_DIR).filter((name) => !name.startsWith('membership.db'))).toEqual([])
    if (env['DATABASE_URL'] !== undefined)
      expect(await run(['copy', '--to', env['DATABASE_URL']], await installation())).toMatchObject({ code: 0 })
  })

  test('takes a backup', async () => {
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
