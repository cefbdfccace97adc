import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { describe, expect, test } from 'vitest'
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

/** One that has keys, and an entry of the log that was signed with them. */
async function signing() {
  const settings = await installation()
  await createFileKeys(keysOf(settings)).addFirst([newStoredKey('log-live', 1)])
  const database = new Database(join(settings.DATA_DIR, 'membership.db'))
  for (const statement of BEGIN_LOG) database.exec(statement)
  database.close()
  return settings
}

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
  ])('(%s) are said to be, by the backup and by whoever looks at it; and what is older stays', async (_, damage) => {
    const [settings, to] = [await signing(), tempFolder()]
    const good = await run(['backup', '--to', to, '--keep', '1'], settings)
    expect(good).toMatchObject({
      code: 0,
      complaint: '',
      output: expect.stringContaining('The signing keys are in it.'),
    })
    const [older = ''] = readdirSync(to)
    damage(join(keysOf(settings), 'signing-keys.json'))

    const made = await run(['backup', '--to', to, '--keep', '1'], settings)
    expect(made).toMatchObject({
      code: 1,
      output: expect.stringContaining('The backup is in'),
      complaint: expect.stringMatching(/^WARNING: the signing keys are not in it.* No backup was deleted\.$/u),
    })
    expect(made.output).not.toMatch(/keys are in it|Deleted/u)
    const [newer = '', ...others] = readdirSync(to).filter((name) => name !== older)
    expect([readdirSync(to), others]).toEqual([expect.arrayContaining([older]), []])

    const seen = await run(['verify', '--from', join(to, newer)], settings)
    expect(seen).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/^WARNING: the signing keys are not in it/u),
    })
    expect(seen.output).not.toMatch(/keys are in it|is whole/u)
    expect((await run(['verify', '--from', join(to, older)], settings)).code).toBe(0)

    // Everything else comes back.
    const restored = await run(['restore', '--from', join(to, newer)], { DATA_DIR: tempFolder() })
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining('There are no signing keys in the backup'),
    })
  })

  test.runIf(hasPostgres)('are told of where the database should have them, too', async () => {
    const { url } = await createTestDatabase()
    const [settings, to] = [{ DATA_DIR: tempFolder(), DATABASE_URL: url }, tempFolder()]
    await run(['copy', '--to', url], await signing())
    expect((await run(['backup', '--to', to], settings)).output).toContain('The signing keys are in it.')
    await queryOnce(url, 'delete from signing_keys')
    expect(await run(['backup', '--to', to], settings)).toMatchObject({
      code: 1,
      complaint: expect.stringMatching(/^WARNING: the signing keys are not in it/u),
    })
    expect(readdirSync(to)).toHaveLength(2)
  })

  test('are no fault while nothing was signed', async () => {
    const [settings, to] = [await installation(), tempFolder()]
    for (const _ of ['first', 'second'])
      expect(await run(['backup', '--to', to, '--keep', '1'], settings)).toMatchObject({
        code: 0,
        complaint: '',
        output: expect.stringContaining('No signing keys in it.'),
      })
    expect(readdirSync(to)).toHaveLength(1)
  })
})

test('a disk that is full is called that of the backup', async (context) => {
  const disk = mountSmallDisk(2) ?? context.skip('no file system can be mounted here')
  const settings = await installation()
  disk.fill()
  expect(await run(['backup', '--to', join(disk.folder, 'backups')], settings)).toEqual({
    code: 1,
    output: '',
    complaint: 'The backup cannot be written: the disk is full.',
  })
})
