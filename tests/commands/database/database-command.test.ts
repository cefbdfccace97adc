import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { createFileKeys } from '../../../api/features/credentials/keys'
import { newStoredKey } from '../../../api/features/credentials/issuer'
import { knownSchema } from '../../../api/database/migrate'
import { startDistrustedServer } from '../../support/postgres/distrusted-server'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase } from '../../support/postgres/test-database'
import { tempFolder } from '../../support/temp-folder'
import { installation, run } from './run-database'

describe('invalid usage', () => {
  test.each([
    [[], 'Name a command.'],
    [['destroy'], 'Unknown command "destroy".'],
    [['status', 'now'], 'Usage: npm run database -- status'],
    [['backup'], 'Usage: npm run database -- backup --to <folder>'],
    [['backup', '--to', 'x', '--keep', '0'], '--keep must be a whole number, 1 or more.'],
    [['status', '--to', 'x'], 'status has no option --to.'],
    [['restore', '--from', 'x', '--lose-data'], 'restore has no option --lose-data.'],
    [['rollback', '--to', 'yesterday'], '--to must be a whole number, 0 or more.'],
    [['copy', '--to', 'mysql://root:geheim@db/x'], '--to must look like postgres://user:password@host:5432/database.'],
  ])('%j gives one line, and changes nothing', async (args, complaint) => {
    const folder = tempFolder()
    const answer = await run(args, { DATA_DIR: folder })
    expect(answer).toEqual({
      code: 2,
      output: '',
      complaint: `${complaint}\nFor help, run: npm run database -- --help`,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('a password is never printed', async () => {
    const settings = await installation()
    const answers = [
      await run(['copy', '--to', 'postgres://u:geheim@127.0.0.1:1/x'], settings),
      await run(['status'], { ...settings, DATABASE_URL: 'postgres://u:geheim@127.0.0.1:1/x' }),
      await run(['backup', '--to', tempFolder()], { ...settings, DATABASE_URL: 'postgres://u:geheim@127.0.0.1:1/x' }),
    ]
    for (const { code, output, complaint } of answers) {
      expect([code, output]).toEqual([1, ''])
      expect(complaint).toBe('The database cannot be used: no database server is listening there.')
    }
  })
})

describe('status', () => {
  test('shows engine, schema and rows, and creates nothing', async () => {
    const settings = await installation()
    const { code, output } = await run(['status'], settings)
    expect(code).toBe(0)
    expect(output).toMatch(
      /^SQLite, .*membership\.db; responded in \d+ ms\nSize: [\d.]+ \wB\nSchema: \d+, up to date\./u,
    )
    expect(output).toMatch(/^members +0$/mu)
    const folder = tempFolder()
    expect(await run(['status'], { DATA_DIR: folder })).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/no database/u),
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test.runIf(hasPostgres)('of a database without tables shows what the first start creates', async () => {
    const { url } = await createTestDatabase()
    const { output } = await run(['status'], { DATABASE_URL: url })
    expect(output).toMatch(
      new RegExp(`^PostgreSQL, .*Schema: none yet\\. The first start creates ${knownSchema()}\\.$`, 'su'),
    )
    expect(output).not.toContain(url)
    expect(await run(['migrate'], { DATABASE_URL: url })).toMatchObject({
      code: 0,
      output: `The schema was migrated from 0 to ${knownSchema()}.`,
    })
  })
})

describe.each([
  [true, 'the certificate of the database server is not signed by a trusted authority.'],
  [false, 'the database server does not support TLS, but sslmode requires it.'],
])('a database server without trusted TLS (it has TLS: %s)', (speaksTls, reason) => {
  test.each([['status'], ['backup'], ['restore'], ['rollback'], ['migrate'], ['copy']])(
    '%s says why in one line',
    async (verb) => {
      const [settings, backups] = [await installation(), tempFolder()]
      await run(['backup', '--to', backups], settings)
      const from = join(backups, readdirSync(backups)[0] ?? '')
      const DATABASE_URL = await startDistrustedServer(speaksTls)
      const args = { backup: ['--to', tempFolder()], restore: ['--from', from], rollback: ['--to', '18'] }
      const { code, output, complaint } =
        verb === 'copy'
          ? await run(['copy', '--to', DATABASE_URL], settings)
          : await run([verb, ...(new Map(Object.entries(args)).get(verb) ?? [])], {
              DATA_DIR: tempFolder(),
              DATABASE_URL,
            })
      expect([code, output]).toEqual([1, ''])
      expect(complaint).toMatch(/^(?:The database|DATABASE_URL) cannot be used: [^\n]+$/u)
      expect(complaint).toContain(reason)
    },
  )
})

describe('rollback', () => {
  test('stops at the first released schema, and reports when there is nothing to do', async () => {
    const settings = await installation()
    expect(await run(['rollback', '--to', '17'], settings)).toMatchObject({
      code: 1,
      complaint: 'Schema 18 was the first release: no version reads an older one.',
    })
    expect(await run(['rollback', '--to', '999'], settings)).toMatchObject({ code: 1 })
    expect((await run(['status'], settings)).output).toContain(`Schema: ${knownSchema()}, up to date`)
  })
})

describe('backup and restore', () => {
  test('print what they did, and a warning about the log', async () => {
    const settings = await installation()
    const database = new Database(join(settings.DATA_DIR, 'membership.db'))
    database.exec("insert into log_heads (mode, size, checkpoint) values ('live', 1, 'x')")
    database.exec("insert into log_entries (mode, position, entry) values ('live', 0, 'e')")
    database.close()
    await createFileKeys(join(settings.DATA_DIR, 'keys')).addFirst([newStoredKey('log-live', 1)])
    const to = tempFolder()
    const made = await run(['backup', '--to', to, '--keep', '1'], settings)
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Backup written to .*\(0 members\).*Log entries: 1 live/su),
    })
    const [name = ''] = readdirSync(to)
    const from = join(to, name)
    expect((await run(['verify', '--from', from], settings)).output).toMatch(/^The backup is complete: 2 files/u)
    const dataDir = join(tempFolder(), 'new')
    const restored = await run(['restore', '--from', from], { DATA_DIR: dataDir })
    expect(restored).toMatchObject({ code: 0, complaint: '' })
    expect(restored.output).toContain(`Restored into SQLite, ${join(dataDir, 'membership.db')}, with 0 files`)
    expect(restored.output).toMatch(
      /^Restored into SQLite.*WARNING: the log continues after entry 1, and that of Test Mode after entry 0/su,
    )
    expect(await run(['restore', '--from', to], settings)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining(`${to} is not a backup or is unfinished: it has no manifest.json.`),
    })
  })
})

describe.runIf(hasPostgres)('copy', () => {
  test('reports the comparison and next steps, and overwrites nothing', async () => {
    const settings = await installation()
    const database = new Database(join(settings.DATA_DIR, 'membership.db'))
    database.exec("insert into used_captchas (signature, expires_at) values ('s', 1)")
    database.close()
    const { url } = await createTestDatabase()
    const { code, output } = await run(['copy', '--to', url], settings)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^1 rows of \d+ tables .*read back and compared\.\nNothing was written/su),
    ])
    expect(output).toContain('1. Set DATABASE_URL')
    expect(output).not.toContain(url)
    expect(await run(['copy', '--to', url], settings)).toMatchObject({
      code: 1,
      complaint: 'The PostgreSQL database already has rows in used_captchas. Use an empty database.',
    })
    expect((await run(['status'], { ...settings, DATABASE_URL: url })).output).toMatch(/^used_captchas +1$/mu)
  })
})
