import { APP_VERSIONS_MAX } from '../../../contract/limits'
import type { Db } from '../../database/db'
import type { Tables } from '../../database/tables'
import { insertContents, listContents, replaceContents } from './contents'
import type { AppDefinition, AppFile } from './definition'
import { FIRST_VERSION, readStoredApp } from './repository'

export interface AppVersion {
  number: number
  at: number
  /** Null: before versions existed. */
  author: string | null
  parts: string[]
}

interface NewVersion {
  before: { app: AppDefinition; version: number } | null
  after: AppDefinition
  version: number
  /** Names of the changed parts. */
  parts: readonly string[]
  author: string
  now: number
}

/** Keeps the newest APP_VERSIONS_MAX. Call it in the transaction of the change. */
export async function insertVersion(db: Db, change: NewVersion): Promise<void> {
  const { before, after, version, parts, author, now } = change
  const appId = after.id
  // The first change of an app that is older than versions keeps its state before, too.
  if (before) await insertRow(db, { appId, number: before.version, at: now, author: null, parts: '', app: before.app })
  await insertRow(db, { appId, number: version, at: now, author, parts: parts.join(', '), app: after })
  await db.kysely
    .deleteFrom('appVersions')
    .where('appId', '=', appId)
    .where('number', '<=', version - APP_VERSIONS_MAX)
    .execute()
}

interface VersionRow {
  appId: string
  number: number
  at: number
  author: string | null
  parts: string
  app: AppDefinition & { contents?: unknown }
}

async function insertRow({ kysely }: Db, { app, ...row }: VersionRow): Promise<void> {
  const { contents: _, ...definition } = app
  await kysely
    .insertInto('appVersions')
    .values({ ...row, definition: JSON.stringify(definition) })
    .onConflict((conflict) => conflict.columns(['appId', 'number']).doNothing())
    .execute()
}

/** Newest first. @param before number of the last version of the previous page */
export async function listVersions(
  { kysely }: Db,
  appId: string,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<AppVersion[]> {
  const rows = await kysely
    .selectFrom('appVersions')
    .select(['number', 'at', 'author', 'parts'])
    .where('appId', '=', appId)
    .where('number', '<', before)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toVersion)
}

/** @returns null for an unknown version */
export async function findVersion(
  { kysely }: Db,
  appId: string,
  number: number,
): Promise<(AppVersion & { definition: unknown }) | null> {
  const row = await kysely
    .selectFrom('appVersions')
    .selectAll()
    .where('appId', '=', appId)
    .where('number', '=', number)
    .executeTakeFirst()
  return row ? { ...toVersion(row), definition: JSON.parse(row.definition) } : null
}

const toVersion = ({ number, at, author, parts }: Omit<AppVersion, 'parts'> & { parts: string }): AppVersion => ({
  number,
  at,
  author,
  parts: parts === '' ? [] : parts.split(', '),
})

/** As `apps export` writes it, with hosted content. */
export async function readAppFile(db: Db, id: string): Promise<AppFile | null> {
  const stored = await readStoredApp(db, id)
  return stored && { ...stored.app, contents: await listContents(db, id) }
}

/** The definition, and hosted content if the app is new. */
type NewApp = AppDefinition & Partial<Pick<AppFile, 'contents'>>

/** @returns false if the ID exists: a start never overwrites an owner's changes */
export async function insertApp(db: Db, app: NewApp, now = Date.now()): Promise<boolean> {
  const result = await db.kysely
    .insertInto('apps')
    .values({ id: app.id, ...toColumns(app), version: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  const isNew = result.numInsertedOrUpdatedRows === 1n
  if (isNew) await insertContents(db, app.id, app.contents ?? [], now)
  return isNew
}

/** Without `contents`, hosted content stays. @returns the new version */
export async function replaceApp(db: Db, app: NewApp, now = Date.now()): Promise<number> {
  const row = await db.kysely
    .updateTable('apps')
    .set(({ eb, fn }) => ({ ...toColumns(app), version: eb(fn.coalesce('version', eb.lit(FIRST_VERSION)), '+', 1) }))
    .where('id', '=', app.id)
    .returning('version')
    .executeTakeFirst()
  if (row && app.contents) await replaceContents(db, app.id, app.contents, now)
  return row?.version ?? FIRST_VERSION
}

function toColumns(app: NewApp): Omit<Tables['apps'], 'id' | 'version'> {
  const { contents: _, ...definition } = app
  return { testKey: app.keys.test, liveKey: app.keys.live, definition: JSON.stringify(definition) }
}
