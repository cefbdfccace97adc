import { createHash } from 'node:crypto'
import { secureContentTypes } from '../../../contract/entities'
import { CONTENT_HISTORY_MAX_CHARS, CONTENT_VERSIONS_MAX, REMOVAL_UNDO_MS } from '../../../contract/limits'
import type { Database, Db } from '../../database/db'
import { perConnection } from '../../database/sql'
import type { Tables } from '../../database/tables'
import { createBoundedCache } from '../../lib/cache'
import type { HostedContent } from './definition'

type ContentRow = Tables['appContents']

/** A piece without its text. */
export type ContentHead = Pick<ContentRow, 'id' | 'name' | 'groupKey' | 'type' | 'version' | 'changedAt' | 'author'>

/** Pieces kept in memory, with their sanitized HTML: one has up to a million characters. */
const CACHED_MAX = 50

const cacheOf = perConnection(() => createBoundedCache<HostedContent>(CACHED_MAX))

/** Reads the text once per content: caches by object (sanitized HTML) live with it. @returns null for an unknown piece */
export async function findContent(db: Db, appId: string, id: string): Promise<HostedContent | null> {
  // PostgreSQL refuses such a text.
  if (id.includes('\u0000')) return null
  const found = db.kysely.selectFrom('appContents').where('appId', '=', appId).where('id', '=', id)
  const head = await found.select(['type', 'groupKey', 'name', 'digest']).executeTakeFirst()
  if (!head) return null
  const [cache, key] = [cacheOf(db), `${appId} ${id} ${head.type} ${head.groupKey} ${head.name} ${head.digest}`]
  const known = cache.get(key)
  if (known) return known
  const row = await found.selectAll().executeTakeFirst()
  return row ? cache.set(key, toContent(row)) : null
}

/** In the owner's order. */
export async function listContents({ kysely }: Db, appId: string): Promise<HostedContent[]> {
  const rows = await kysely
    .selectFrom('appContents')
    .selectAll()
    .where('appId', '=', appId)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.map(toContent)
}

export const listContentHeads = ({ kysely }: Db, appId: string): Promise<(ContentHead & { length: number })[]> =>
  kysely
    .selectFrom('appContents')
    .select(['id', 'name', 'groupKey', 'type', 'version', 'changedAt', 'author'])
    .select(({ fn }) => fn<number>('length', ['content']).as('length'))
    .where('appId', '=', appId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export async function findContentRow({ kysely }: Db, appId: string, id: string): Promise<ContentRow | null> {
  const row = await kysely
    .selectFrom('appContents')
    .selectAll()
    .where('appId', '=', appId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

interface Save {
  now: number
  /** As in the audit log; null: a file. */
  author: string | null
}

/** Adds the piece at the end, or replaces it, and adds a version to its history. @returns its version */
export async function saveContent(
  db: Db,
  appId: string,
  content: HostedContent,
  { now, author }: Save,
): Promise<number> {
  await forgetRemoved(db, appId, content.id)
  const before = await findContentRow(db, appId, content.id)
  const version = (before?.version ?? 0) + 1
  const row = { ...toRow(appId, content, before?.position ?? (await nextPosition(db, appId)), now), version, author }
  await db.kysely
    .insertInto('appContents')
    .values(row)
    .onConflict((conflict) => conflict.columns(['appId', 'id']).doUpdateSet(row))
    .execute()
  // The first change of a piece that is older than its history keeps its state before, too.
  if (before && (await listContentVersions(db, appId, content.id)).every(({ kind }) => kind !== 'published'))
    await insertContentVersion(db, toVersion(before))
  await insertContentVersion(db, toVersion(row))
  return version
}

async function nextPosition({ kysely }: Db, appId: string): Promise<number> {
  const last = await kysely
    .selectFrom('appContents')
    .select(({ fn }) => fn.max('position').as('position'))
    .where('appId', '=', appId)
    .executeTakeFirst()
  return (last?.position ?? -1) + 1
}

const toVersion = (row: ContentRow): Omit<ContentVersionRow, 'number'> => ({
  appId: row.appId,
  contentId: row.id,
  at: row.changedAt,
  author: row.author,
  kind: 'published',
  name: row.name,
  groupKey: row.groupKey,
  type: row.type,
  content: row.content,
})

/** With its draft and history. */
async function deleteContent(db: Db, appId: string, id: string): Promise<void> {
  await deleteDraft(db, appId, id)
  await deleteVersions(db, appId, id)
  await deletePiece(db, appId, id)
}

async function deletePiece({ kysely }: Db, appId: string, id: string): Promise<void> {
  await kysely.deleteFrom('appContents').where('appId', '=', appId).where('id', '=', id).execute()
}

type Removed = Tables['removedContents']

/**
 * Removes a piece with its draft and history; `restoreContent` brings it back. Its history stays where it is, unread: to copy five
 * million characters would hold up other requests.
 * @returns false for an unknown piece
 */
export async function removeContent(db: Db, appId: string, contentId: string, removedAt: number): Promise<boolean> {
  const piece = await findContentRow(db, appId, contentId)
  const draft = await findDraft(db, appId, contentId)
  if (!piece && !draft) return false
  const keep = (source: Removed['source'], row: object) =>
    db.kysely
      .insertInto('removedContents')
      .values({ appId, contentId, source, number: 0, row: JSON.stringify(row), removedAt })
      .execute()
  // More than comes in: else pieces that come and go fill the disk until the hour is over.
  const expired = await removedBefore(db, removedAt - REMOVAL_UNDO_MS)
    .where('appId', '=', appId)
    .limit(2)
    .execute()
  for (const old of expired) await forgetRemoved(db, appId, old.contentId)
  if (piece) await keep('appContents', piece)
  if (draft) await keep('contentDrafts', draft)
  await deleteDraft(db, appId, contentId)
  await deletePiece(db, appId, contentId)
  return true
}

/**
 * Brings back a removed piece with its draft and history. Its ID must be free.
 * @param after what was removed until then stays removed
 * @returns false if no such piece was
 */
export async function restoreContent(
  { kysely }: Db,
  appId: string,
  contentId: string,
  after: number,
): Promise<boolean> {
  const rows = await kysely
    .deleteFrom('removedContents')
    .where('appId', '=', appId)
    .where('contentId', '=', contentId)
    .where('removedAt', '>', after)
    .returning(['source', 'row'])
    .execute()
  for (const { source, row } of rows) await kysely.insertInto(source).values(JSON.parse(row)).execute()
  return rows.length > 0
}

/** With its history. Call it before a new piece takes the ID. */
async function forgetRemoved(db: Db, appId: string, contentId: string): Promise<void> {
  const { numDeletedRows } = await db.kysely
    .deleteFrom('removedContents')
    .where('appId', '=', appId)
    .where('contentId', '=', contentId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) await deleteVersions(db, appId, contentId)
}

/** Each in a transaction of its own: one has up to seven million characters. */
export async function deleteContentsRemovedBefore(db: Database, before: number): Promise<void> {
  for (const { appId, contentId } of await removedBefore(db, before).execute())
    await db.transaction((tx) => forgetRemoved(tx, appId, contentId))
}

const removedBefore = ({ kysely }: Db, before: number) =>
  kysely.selectFrom('removedContents').select(['appId', 'contentId']).distinct().where('removedAt', '<', before)

export async function moveContent({ kysely }: Db, appId: string, id: string, position: number): Promise<void> {
  await kysely.updateTable('appContents').set({ position }).where('appId', '=', appId).where('id', '=', id).execute()
}

export async function insertContents(
  { kysely }: Db,
  appId: string,
  contents: readonly HostedContent[],
  now: number,
): Promise<void> {
  for (const [position, content] of contents.entries())
    await kysely
      .insertInto('appContents')
      .values(toRow(appId, content, position, now))
      .execute()
}

/** Pieces that stay the same keep their version. */
export async function replaceContents(
  db: Db,
  appId: string,
  contents: readonly HostedContent[],
  now: number,
): Promise<void> {
  const wanted = new Set(contents.map(({ id }) => id))
  for (const { id } of await listContentHeads(db, appId)) if (!wanted.has(id)) await deleteContent(db, appId, id)
  for (const [position, content] of contents.entries()) {
    const before = await findContentRow(db, appId, content.id)
    if (!before || !isSame(toContent(before), content)) await saveContent(db, appId, content, { now, author: null })
    if (before?.position !== position) await moveContent(db, appId, content.id, position)
  }
}

const isSame = (one: HostedContent, other: HostedContent): boolean =>
  one.name === other.name && one.group === other.group && one.type === other.type && one.content === other.content

const toRow = (appId: string, content: HostedContent, position: number, now: number): ContentRow => ({
  appId,
  id: content.id,
  position,
  name: content.name,
  groupKey: content.group,
  type: content.type,
  content: content.content,
  digest: createHash('sha256').update(content.content).digest('hex'),
  version: 1,
  changedAt: now,
  author: null,
})

const isType = (type: string): type is HostedContent['type'] => secureContentTypes.some((one) => one === type)

/** A type that this version does not know is text. */
export const toContent = ({
  id,
  name,
  groupKey,
  type,
  content,
}: Pick<ContentRow, 'id' | 'name' | 'groupKey' | 'type' | 'content'>): HostedContent => ({
  id,
  name,
  group: groupKey,
  type: isType(type) ? type : 'TEXT',
  content,
})

type StoredBefore = Record<string, unknown> & { contents?: HostedContent[] }

/**
 * Moves the hosted content of definitions that were stored before it had its own table. Idempotent: called whenever a database is opened,
 * so that the step of the schema only adds.
 */
export async function moveStoredContents(db: Database, now: number): Promise<void> {
  const old = await db.kysely.selectFrom('apps').select('id').where('definition', 'like', '%"contents":[{%').execute()
  for (const { id } of old)
    await db.transaction(async (tx) => {
      const found = tx.kysely.selectFrom('apps').select('definition').where('id', '=', id)
      const { contents, ...definition }: StoredBefore = JSON.parse((await found.executeTakeFirstOrThrow()).definition)
      if (!contents) return
      const stored = await listContentHeads(tx, id)
      if (stored.length === 0) await insertContents(tx, id, contents, now)
      const text = JSON.stringify(definition)
      await tx.kysely.updateTable('apps').set({ definition: text }).where('id', '=', id).execute()
    })
}

export type DraftRow = Tables['contentDrafts']
export type ContentVersionRow = Tables['contentVersions']

/** A row without its text, and the length of it. */
export type Head<Row> = Omit<Row, 'content'> & { length: number }

const draftColumns = [
  'appId',
  'contentId',
  'name',
  'groupKey',
  'type',
  'baseVersion',
  'version',
  'author',
  'changedAt',
] as const satisfies readonly (keyof DraftRow)[]

export const listDrafts = ({ kysely }: Db, appId: string): Promise<Head<DraftRow>[]> =>
  kysely
    .selectFrom('contentDrafts')
    .select(draftColumns)
    .select(({ fn }) => fn<number>('length', ['content']).as('length'))
    .where('appId', '=', appId)
    .orderBy('contentId')
    .execute()

export async function findDraft({ kysely }: Db, appId: string, contentId: string): Promise<DraftRow | null> {
  const row = await kysely
    .selectFrom('contentDrafts')
    .selectAll()
    .where('appId', '=', appId)
    .where('contentId', '=', contentId)
    .executeTakeFirst()
  return row ?? null
}

export async function saveDraft(db: Db, row: DraftRow): Promise<void> {
  await forgetRemoved(db, row.appId, row.contentId)
  await db.kysely
    .insertInto('contentDrafts')
    .values(row)
    .onConflict((conflict) => conflict.columns(['appId', 'contentId']).doUpdateSet(row))
    .execute()
}

export async function deleteDraft({ kysely }: Db, appId: string, contentId: string): Promise<void> {
  await kysely.deleteFrom('contentDrafts').where('appId', '=', appId).where('contentId', '=', contentId).execute()
}

/** Newest first. */
export const listContentVersions = (db: Db, appId: string, contentId: string): Promise<Head<ContentVersionRow>[]> =>
  versionsOf(db, appId, contentId)
    .select(['appId', 'contentId', 'number', 'at', 'author', 'kind', 'name', 'groupKey', 'type'])
    .select(({ fn }) => fn<number>('length', ['content']).as('length'))
    .orderBy('number', 'desc')
    .execute()

/** None of a removed piece. */
const versionsOf = ({ kysely }: Db, appId: string, contentId: string) =>
  kysely
    .selectFrom('contentVersions')
    .where('appId', '=', appId)
    .where('contentId', '=', contentId)
    .where((build) => {
      const removed = build.selectFrom('removedContents').select('contentId').where('appId', '=', appId)
      return build.not(build.exists(removed.where('contentId', '=', contentId)))
    })

export async function findContentVersion(
  db: Db,
  appId: string,
  contentId: string,
  number: number,
): Promise<ContentVersionRow | null> {
  const row = await versionsOf(db, appId, contentId).selectAll().where('number', '=', number).executeTakeFirst()
  return row ?? null
}

/** Adds a version and removes the oldest beyond the limits. Call it in the transaction of the change. */
export async function insertContentVersion(db: Db, row: Omit<ContentVersionRow, 'number'>): Promise<void> {
  const { appId, contentId } = row
  const stored = await listContentVersions(db, appId, contentId)
  const number = (stored[0]?.number ?? 0) + 1
  await db.kysely
    .insertInto('contentVersions')
    .values({ ...row, number })
    .execute()
  let chars = row.content.length
  const kept = stored.filter(({ length }, index) => {
    chars += length
    return index + 1 < CONTENT_VERSIONS_MAX && chars <= CONTENT_HISTORY_MAX_CHARS
  })
  const first = kept.at(-1)?.number ?? number
  await db.kysely
    .deleteFrom('contentVersions')
    .where('appId', '=', appId)
    .where('contentId', '=', contentId)
    .where('number', '<', first)
    .execute()
}

async function deleteVersions({ kysely }: Db, appId: string, contentId: string): Promise<void> {
  await kysely.deleteFrom('contentVersions').where('appId', '=', appId).where('contentId', '=', contentId).execute()
}
