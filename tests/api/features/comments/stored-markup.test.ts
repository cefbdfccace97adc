import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Comment } from '../../../../contract/comments'
import { COMMENTS_PAGE_MAX_BYTES } from '../../../../contract/limits'
import { openDatabase, openPostgres } from '../../../../api/database/open-database'
import { openTables } from '../../../../api/database/open-tables'
import { createResanitizeWorker, sanitizeComment, storedMarkup } from '../../../../api/features/comments/content'
import { answerPage } from '../../../../api/features/comments/serializers'
import { SANITIZER_VERSION } from '../../../../api/lib/html'
import { withRepositories } from '../../../support/repositories'
import type { Store } from '../../../support/repositories'
import { engines } from '../../database/empty-database'
import type { Engine } from '../../database/empty-database'
import { makeInstallation } from '../../database/first-released-installation'

const channel = { appId: 'app_demo', mode: 'test', channelKey: 'book' } as const
/** From the fixture of the first released version. */
const memberId = 'mem_sb_01m81n0c8asqy4ehsradj6fd09'

/** The store of an installation of the first released version, with SQL access. */
async function open(engine: Engine) {
  const place = await makeInstallation(engine)
  const tables = openTables(place)
  const store = withRepositories(
    place.databaseUrl === null
      ? await openDatabase({ file: join(place.dataDir, 'membership.db') })
      : await openPostgres({ url: place.databaseUrl }),
  )
  onTestFinished(async () => {
    await store.close()
    await tables.close()
  })
  let last = 100
  return {
    store,
    db: tables.db,
    /** A comment as the first released version writes it. */
    writeOld: async (content: string): Promise<string> => {
      last += 1
      const id = `cmt_sb_old_${last}`
      await sql`insert into comments
        (id, app_id, mode, channel_key, member_id, content, created_at, updated_at, internal_order)
        values (${id}, 'app_demo', 'test', 'book', ${memberId}, ${content}, 5, 5, ${last})`.execute(tables.db)
      return id
    },
    write: async (content: string): Promise<string> => {
      last += 1
      const id = `cmt_sb_new_${last}`
      const row = { id, ...channel, memberId, parentId: null, url: null, createdAt: 5, updatedAt: 5 }
      await store.comments.insert({ ...row, ...(await sanitizeComment({ comments: undefined }, content)) })
      return id
    },
  }
}

async function page(store: Store, limit = 100, after: number | null = null, channelKey = 'book') {
  const app = (await store.apps.findById('app_demo'))!
  const list = { ...channel, channelKey, parentId: null, order: 'oldest', after, limit } as const
  const { posts, ...end } = (await answerPage(store, { app, member: null }, list)).parse().data
  return { comments: posts, ...end }
}
const resanitizeAll = (store: Store) => createResanitizeWorker({ store, log: pino({ level: 'silent' }) }).drain()
const contents = (comments: readonly Comment[]) => comments.map(({ content }) => content)

/** Reads all pages. @returns the page sizes and all comments */
async function readAll(store: Store) {
  const found: Comment[] = []
  const sizes: number[] = []
  for (let after: number | null = null; ;) {
    const { comments, hasMore, endCursor } = await page(store, 100, after)
    found.push(...comments)
    sizes.push(comments.length)
    if (!hasMore) return { found, sizes }
    after = Number(endCursor)
  }
}

describe.each(engines)('%s', (engine) => {
  test('comments of the first released version are sanitized by the job, and by a read before that', async () => {
    const { store, writeOld } = await open(engine)
    const id = await writeOld('<b>Hi</b><img src=x onerror=alert(1)>')
    expect((await page(store)).comments).toMatchObject([
      { id, content: '<b>Hi</b>', nodes: [{ tag: 'b', attributes: {}, children: ['Hi'] }] },
    ])
    expect(await store.comments.find(id)).toMatchObject({ nodes: null, sanitizerVersion: null })

    await resanitizeAll(store)
    expect(await store.comments.listOutdated(SANITIZER_VERSION, 10)).toEqual([])
    expect(await store.comments.find(id)).toMatchObject({
      source: null,
      content: '<b>Hi</b>',
      nodes: '[{"tag":"b","attributes":{},"children":["Hi"]}]',
      sanitizerVersion: SANITIZER_VERSION,
      updatedAt: 5,
    })
    expect(contents((await page(store, 10, null, 'guestbook')).comments)).toEqual(['Hello'])
  })

  test('output of an older sanitizer is sanitized again from its source before it is sent', async () => {
    const { store, db, write } = await open(engine)
    const id = await write('<p onclick="alert(1)">Hi</p>')
    const hostile = '[{"tag":"p","attributes":{"onclick":"alert(1)"},"children":["Hi"]}]'
    const content = '<p onclick="alert(1)">Hi</p>'
    const markupDigest = createHash('sha256').update(`${content}\0${hostile}`).digest('base64url')
    const older = { content, nodes: hostile, markupDigest, sanitizerVersion: SANITIZER_VERSION - 1 }
    await db.updateTable('comments').set(older).where('id', '=', id).execute()
    // The digest alone would accept it.
    expect(storedMarkup({ ...(await store.comments.find(id))!, sanitizerVersion: SANITIZER_VERSION })).not.toBeNull()
    const safe = { content: '<p>Hi</p>', nodes: [{ tag: 'p', attributes: {}, children: ['Hi'] }] }
    expect((await page(store)).comments).toMatchObject([safe])
    await resanitizeAll(store)
    expect(await store.comments.find(id)).toMatchObject({ content: '<p>Hi</p>', sanitizerVersion: SANITIZER_VERSION })
    expect((await page(store)).comments).toMatchObject([safe])
  })

  test('an edit by an older version of the program, which knows only the content, is seen', async () => {
    const { store, db, write } = await open(engine)
    const id = await write('Before')
    await db.updateTable('comments').set({ content: 'After<svg onload=alert(1)>' }).where('id', '=', id).execute()
    expect((await page(store)).comments).toMatchObject([{ content: 'After', nodes: ['After'] }])
  })

  test('an edit that comes while the job works on a comment wins', async () => {
    const { store, writeOld } = await open(engine)
    const id = await writeOld('Old')
    const row = (await store.comments.listOutdated(SANITIZER_VERSION, 100)).find((one) => one.id === id)
    const edited = await sanitizeComment({ comments: undefined }, 'Edited')
    await store.comments.update(id, { ...edited, updatedAt: 6 })
    await store.comments.replaceMarkup(row!, await sanitizeComment({ comments: undefined }, 'Old'))
    expect(contents((await page(store)).comments)).toEqual(['Edited'])
  })

  test('an old comment past today’s limits keeps its words', async () => {
    const { store, writeOld } = await open(engine)
    await writeOld(`<p>1 &#x3C; 2</p>${'<p>x</p>'.repeat(2_400)}`)
    await writeOld(`${'<b>'.repeat(80)}deep${'</b>'.repeat(80)}`)
    const [first, second] = [(await page(store, 1)).comments, (await page(store, 1, 101)).comments]
    expect(first[0]?.content).toMatch(/^1 &#x3C; 2\nx\nx\n/u)
    expect(first[0]?.nodes).toEqual([expect.stringMatching(/^1 < 2\nx\n/u)])
    expect(second).toMatchObject([{ content: 'deep', nodes: ['deep'] }])
  })

  test('a page ends early by its size, and by what it has to sanitize again; nothing is lost between pages', async () => {
    const { store, write, writeOld } = await open(engine)
    const long = `${'word '.repeat(1_999)}end`
    for (let count = 0; count < 40; count += 1) await write(`${count} ${long.slice(0, 9_990)}`)
    const large = await readAll(store)
    expect(large.found).toHaveLength(40)
    expect(new Set(large.found.map(({ id }) => id)).size).toBe(40)
    expect(large.sizes.length).toBe(2)
    expect(JSON.stringify((await page(store)).comments).length).toBeLessThanOrEqual(COMMENTS_PAGE_MAX_BYTES)

    for (let count = 0; count < 25; count += 1) await writeOld('y'.repeat(1_000))
    const mixed = await readAll(store)
    expect(mixed.found).toHaveLength(65)
    expect(mixed.sizes.length).toBeGreaterThan(large.sizes.length)
    await resanitizeAll(store)
    expect((await readAll(store)).sizes.length).toBe(large.sizes.length)
  })
})

test('a comment that alone is larger than a page is a page', async () => {
  const { store, write } = await open('SQLite')
  await store.members.update(memberId, { customFields: { 'first-name': '\u0001'.repeat(100_000) } })
  const ids = [await write('One'), await write('Two')]
  const first = await page(store)
  expect([first.comments.map(({ id }) => id), first.hasMore]).toEqual([[ids[0]], true])
  const second = await page(store, 100, Number(first.endCursor))
  expect([second.comments.map(({ id }) => id), second.hasMore]).toEqual([[ids[1]], false])
})
