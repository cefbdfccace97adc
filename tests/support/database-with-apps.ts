import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importApps } from '../../api/operations/import-apps'
import { openDatabase } from '../../api/database/open-database'
import { openPostgres } from '../../api/database/open-postgres'
import type { Store } from './repositories'
import { giveUpFirst } from './give-up-first'
import { createTestDatabase } from './postgres/test-database'
import { withRepositories } from './repositories'
import { noteDatabase, notedDatabase, testsPostgres, testsRetries } from './tested-engine'

/** The database file and its write-ahead log, which closing does not always fold in. */
const endings = ['', '-wal'] as const

interface DatabaseOptions {
  file: string
  filesUrl?: string
}

let madeFile: Promise<(Buffer | null)[]> | undefined
let madeTemplate: Promise<string> | undefined

/**
 * A new database that holds the shipped apps, on the engine that this run tests. It is made once and copied from then on:
 * to migrate and import takes longer than most tests.
 */
export async function openDatabaseWithApps(options: DatabaseOptions): Promise<Store> {
  const store = withRepositories(await openChosen(options))
  return testsRetries ? giveUpFirst(store) : store
}

async function openChosen(options: DatabaseOptions) {
  if (testsPostgres) return openPostgresWithApps(options)
  madeFile ??= makeFile()
  for (const [index, content] of (await madeFile).entries()) {
    if (content) writeFileSync(`${options.file}${endings[index]}`, content)
  }
  return openDatabase(options)
}

/** The database that a test has already, once more. */
export async function reopenDatabase({ file, filesUrl }: DatabaseOptions): Promise<Store> {
  const url = notedDatabase(file)
  const addresses = filesUrl === undefined ? {} : { filesUrl }
  return withRepositories(
    await (url === null ? openDatabase({ file, ...addresses }) : openPostgres({ url, ...addresses })),
  )
}

async function openPostgresWithApps({ file, filesUrl }: DatabaseOptions) {
  const url = notedDatabase(file) ?? (await createTestDatabase(await (madeTemplate ??= makeTemplate()))).url
  noteDatabase(file, url)
  return openPostgres({ url, ...(filesUrl !== undefined && { filesUrl }) })
}

async function makeTemplate(): Promise<string> {
  const { name, url } = await createTestDatabase()
  const store = await openPostgres({ url })
  await importApps(store, new URL('../../api/apps/', import.meta.url))
  await store.close()
  return name
}

async function makeFile(): Promise<(Buffer | null)[]> {
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
