import * as v from 'valibot'
import type { Config } from '../../../config'
import { existingFile, openPlainly } from '../open-tables'
import { copyRows } from './copy-rows'
import type { PinnedRows, WhileStill } from './snapshot-database'
import { createSqliteRows } from './sqlite-rows'

const newest = v.tuple([v.object({ number: v.bigint() })])

/**
 * A reader of the file keeps the moment of its first look; with a write-ahead log it stops no writer.
 * @param whileStill runs under the write lock, which every process waits for
 */
export async function pinSqlite(place: Pick<Config, 'dataDir'>, whileStill?: WhileStill): Promise<PinnedRows> {
  const file = existingFile(place)
  const reader = openPlainly(file)
  const pin = (): void => {
    reader.exec('begin')
    reader.prepare('select count(*) as steps from schema_migrations').all()
  }
  if (whileStill) await withWriteLock(file, whileStill, pin)
  else pin()
  const rows = createSqliteRows(reader)
  return {
    schema: async () => {
      const found = reader.prepare('select max(number) as number from schema_migrations').all()
      return Number(v.parse(newest, found)[0].number)
    },
    async copyInto(target, tables) {
      target.exec('begin')
      await copyRows({ from: rows, to: createSqliteRows(target), tables })
      target.exec('commit')
    },
    close: async () => {
      reader.close()
    },
  }
}

async function withWriteLock(file: string, work: WhileStill, pin: () => void): Promise<void> {
  const writer = openPlainly(file)
  try {
    writer.exec('begin immediate')
    await work()
    pin()
    writer.exec('rollback')
  } finally {
    writer.close()
  }
}
