import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importApps } from '../../api/operations/import-apps'
import { openDatabase, openPostgres } from '../../api/database/open-database'
import type { Store } from './repositories'
import { giveUpFirst } from './give-up-first'
import { createTemplateDatabase, createTestDatabase } from './postgres/test-database'
import { withRepositories } from './repositories'
import { noteDatabase, notedDatabase, testsPostgres, testsRetries } from './tested-engine'

/** The database file and its write-ahead log, which may remain after closing. */
const endings = ['', '-wal'] as const

interface DatabaseOptions {
  file: string
  filesUrl?: string
  cacheClock?: () => number
}

let madeFile: Promise<(Buffer | null)[]> | undefined
let madeTemplate: Promise<string> | undefined

/**
 * A new database with the shipped apps, on the tested engine. Copied from a template, because migrating and importing
 * is slower than most tests.
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

/** Opens an existing test database again. */
export async function reopenDatabase({ file, filesUrl }: DatabaseOptions): Promise<Store> {
  const url = notedDatabase(file)
  const addresses = filesUrl === undefined ? {} : { filesUrl }
  return withRepositories(
    await (url === null ? openDatabase({ file, ...addresses }) : openPostgres({ url, ...addresses })),
  )
}

async function openPostgresWithApps({ file, ...options }: DatabaseOptions) {
  const url = notedDatabase(file) ?? (await createTestDatabase(await (madeTemplate ??= makeTemplate()))).url
  noteDatabase(file, url)
  return openPostgres({ url, ...options })
}

/** The shipped apps; a deletion waits for nothing unless a test is about that. @param folder empty */
function writeApps(folder: string): string {
  const shipped = new URL('../../api/apps/', import.meta.url)
  for (const file of readdirSync(shipped)) {
    const { deletionGraceDays: _days, ...app } = JSON.parse(readFileSync(new URL(file, shipped), 'utf8'))
    writeFileSync(join(folder, file), JSON.stringify(app))
  }
  return folder
}

async function importTestApps(store: Parameters<typeof importApps>[0]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'membership-apps-'))
  try {
    await importApps(store, writeApps(folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(): Promise<string> {
  const { name, url } = await createTemplateDatabase()
  const store = await openPostgres({ url })
  await importTestApps(store)
  await store.close()
  return name
}

async function makeFile(): Promise<(Buffer | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), 'membership-template-'))
  try {
    const file = join(folder, 'membership.db')
    const store = await openDatabase({ file })
    await importTestApps(store)
    await store.close()
    return endings.map((ending) => (existsSync(file + ending) ? readFileSync(file + ending) : null))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
