import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
import { KEY_FILE, readCredentialKeys } from '../../../api/lib/credential-cipher'
import { createFileKeys } from '../../../api/features/credentials/keys'
import { newStoredKey } from '../../../api/features/credentials/issuer'
import { hasPostgres } from '../../support/postgres/find-postgres'
import { createTestDatabase, queryOnce } from '../../support/postgres/test-database'
import { mountSmallDisk } from '../../support/small-disk'
import { tempFolder } from '../../support/temp-folder'
import { installation, run } from './run-database'

const BEGIN_LOG = [
  "insert into log_heads (mode, size, checkpoint) values ('live', 1, 'x')",
  "insert into log_entries (mode, position, entry) values ('live', 0, 'e')",
]

const keysOf = ({ DATA_DIR }: { DATA_DIR: string }): string => join(DATA_DIR, 'keys')

/** An installation with keys and a signed log entry. */
async function signing() {
  const settings = await installation()
  await createFileKeys(keysOf(settings)).addFirst([newStoredKey('log-live', 1)])
  const database = new Database(join(settings.DATA_DIR, 'membership.db'))
  for (const statement of BEGIN_LOG) database.exec(statement)
  database.close()
  return settings
}

test('the key of credentials is in no backup', async () => {
  const [settings, to] = [await signing(), tempFolder()]
  readCredentialKeys({ dataDir: settings.DATA_DIR, databaseUrl: null }, null)
  const key = readFileSync(join(settings.DATA_DIR, KEY_FILE), 'utf8').trim()
  expect(await run(['backup', '--to', to], settings)).toMatchObject({ code: 0 })
  const files = readdirSync(to, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name)).toContain('signing-keys.json')
  for (const { parentPath, name } of files) {
    expect(name).not.toBe(KEY_FILE)
    const bytes = readFileSync(join(parentPath, name))
    expect(bytes.includes(key) || bytes.includes(Buffer.from(key, 'base64'))).toBe(false)
  }
})

describe('signing keys that a backup lacks', () => {
  test.each([
    ['missing', (file: string) => rmSync(file)],
    ['half written', (file: string) => writeFileSync(file, '[{"purpose":"log-live"')],
    ['none', (file: string) => writeFileSync(file, '[]')],
    ['not what keys are', (file: string) => writeFileSync(file, JSON.stringify([{ purpose: 'log-live', seed: 'x' }]))],
    [
      'a folder',
      (file: string) => {
        rmSync(file)
        mkdirSync(file)
      },
    ],
  ])('(%s) are reported, by backup and verify, and older backups stay', async (_, damage) => {
    const [settings, to] = [await signing(), tempFolder()]
    const good = await run(['backup', '--to', to, '--keep', '1'], settings)
    expect(good).toMatchObject({
      code: 0,
      complaint: '',
      output: expect.stringContaining('The signing keys are included.'),
    })
    const [older = ''] = readdirSync(to)
    damage(join(keysOf(settings), 'signing-keys.json'))

    const made = await run(['backup', '--to', to, '--keep', '1'], settings)
    expect(made).toMatchObject({
      code: 1,
      output: expect.stringContaining('Backup written to'),
      complaint: expect.stringMatching(/^WARNING: the signing keys are not included.* No backup was deleted\.$/u),
    })
    expect(made.output).not.toMatch(/keys are included|Deleted/u)
    const [newer = '', ...others] = readdirSync(to).filter((name) => name !== older)
    expect([readdirSync(to), others]).toEqual([expect.arrayContaining([older]), []])

    const seen = await run(['verify', '--from', join(to, newer)], settings)
    expect(seen).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/^WARNING: the signing keys are not included/u),
    })
    expect(seen.output).not.toMatch(/keys are included|is complete/u)
    expect((await run(['verify', '--from', join(to, older)], settings)).code).toBe(0)

    const restored = await run(['restore', '--from', join(to, newer)], { DATA_DIR: tempFolder() })
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining('The backup has no readable signing keys'),
    })
  })

  test.runIf(hasPostgres)('are also reported if they should be in the database', async () => {
    const { url } = await createTestDatabase()
    const [settings, to] = [{ DATA_DIR: tempFolder(), DATABASE_URL: url }, tempFolder()]
    await run(['copy', '--to', url], await signing())
    expect((await run(['backup', '--to', to], settings)).output).toContain('The signing keys are included.')
    await queryOnce(url, 'delete from signing_keys')
    expect(await run(['backup', '--to', to], settings)).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/^WARNING: the signing keys are not included/u),
    })
    expect(readdirSync(to)).toHaveLength(2)
  })

  test('are not a fault while nothing is signed', async () => {
    const [settings, to] = [await installation(), tempFolder()]
    for (const _ of ['first', 'second'])
      expect(await run(['backup', '--to', to, '--keep', '1'], settings)).toMatchObject({
        code: 0,
        complaint: '',
        output: expect.stringContaining('No signing keys are included.'),
      })
    expect(readdirSync(to)).toHaveLength(1)
  })
})

test('a full disk is reported for the backup', async (context) => {
  const disk = mountSmallDisk(2) ?? context.skip('no file system can be mounted here')
  const settings = await installation()
  disk.fill()
  expect(await run(['backup', '--to', join(disk.folder, 'backups')], settings)).toEqual({
    code: 1,
    output: '',
    complaint: 'The backup cannot be written: the disk is full.',
  })
})
