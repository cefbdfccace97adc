import { statSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import { expect, test } from 'vitest'
import { knownSchema } from '../../../api/database/migrate'
import { migrations } from '../../../api/database/migrations'
import { openDatabase } from '../../../api/database/open-database'
import { openFile } from '../../../api/database/libsql'
import { tempFolder } from '../../support/temp-folder'
import { aMemberRow } from './a-member-row'
import { openSqliteStore } from './open-test-store'

test('the folder is made, readable by its owner only', async () => {
  const folder = join(tempFolder(), 'data')
  await openSqliteStore(join(folder, 'membership.db'))
  expect(statSync(folder).mode & 0o077).toBe(0)
})

test('a second start finds the data and migrates nothing', async () => {
  const file = join(tempFolder(), 'membership.db')
  const first = await openSqliteStore(file)
  await first.members.insert(aMemberRow())
  await first.close()
  const second = await openSqliteStore(file)
  expect(await second.members.findById('mem_sb_1')).toEqual(aMemberRow())
  expect(readMigrations(file)).toEqual(migrations.map(({ number, name }) => ({ number, name })))
})

test('every commit reaches the disk before it is acknowledged, and references hold', () => {
  const database = openFile(join(tempFolder(), 'membership.db'))
  const settings = ['journal_mode', 'synchronous', 'foreign_keys', 'busy_timeout'].flatMap((name) =>
    database.pragma(name),
  )
  expect(settings).toEqual([{ journal_mode: 'wal' }, { synchronous: 2 }, { foreign_keys: 1 }, { timeout: 5000 }])
  database.close()
})

test('a schema from a newer version refuses to start and says why', async () => {
  const file = join(tempFolder(), 'membership.db')
  await (await openSqliteStore(file)).close()
  const database = new Database(file)
  database.exec(`insert into schema_migrations values (99, 'from-the-future', 0)`)
  database.close()
  await expect(openDatabase({ file })).rejects.toThrow(
    `The database has schema 99, but this version supports ${knownSchema()} at most.`,
  )
})

test('a file that is no database is refused and left alone', async () => {
  const folder = tempFolder()
  const file = join(folder, 'membership.db')
  const { writeFile, readFile } = await import('node:fs/promises')
  await writeFile(file, 'this is a text, and long enough to be read as a header of something else '.repeat(40))
  await expect(openDatabase({ file })).rejects.toThrow()
  expect(await readFile(file, 'utf8')).toMatch(/^this is a text/u)
})

function readMigrations(file: string): unknown[] {
  const database = new Database(file)
  const rows = database.prepare('select number, name from schema_migrations order by number').all()
  database.close()
  return rows
}
