import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importApps } from '../../api/adapters/database/import-apps'
import { openDatabase } from '../../api/adapters/database/open-database'
import type { Store } from '../../api/ports/store'

/** The database file and its write-ahead log, which closing does not always fold in. */
const endings = ['', '-wal'] as const

let made: Promise<(Buffer | null)[]> | undefined

/**
 * A new database that holds the shipped apps. It is made once and copied from then on: to migrate and import takes
 * longer than most tests.
 */
export async function openDatabaseWithApps(options: Parameters<typeof openDatabase>[0]): Promise<Store> {
  made ??= makeDatabase()
  for (const [index, content] of (await made).entries()) {
    if (content) writeFileSync(`${options.file}${endings[index]}`, content)
  }
  return openDatabase(options)
}

async function makeDatabase(): Promise<(Buffer | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'membership-template-'))
  try {
    const file = join(folder, 'membership.db')
    const store = await openDatabase({ file })
    await importApps(store, new URL('../../api/apps/', import.meta.url))
    await store.close()
    return endings.map((ending) => (existsSync(file + ending) ? readFileSync(file + ending) : null))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
