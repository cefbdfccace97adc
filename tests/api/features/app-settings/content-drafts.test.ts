import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_PATH } from '../../../../contract/admin/endpoints'
import { CONTENT_VERSIONS_MAX, REMOVAL_UNDO_MS } from '../../../../contract/limits'
import { purgeExpired } from '../../../../api/workers'
import { APP_CACHED_MS } from '../../../support/start-api'
import { openAdmin } from '../../http/admin/open-admin'
import type { Admin } from '../../http/admin/open-admin'

let admin: Admin
beforeEach(async () => {
  admin = await openAdmin()
  await admin.admin('addDefinitionItem', { part: 'groups', item: { key: 'area', name: 'Area', redirect: '/' } })
})

const piece = { item: 'cnt_lesson', name: 'Lesson', group: 'area', type: 'HTML', content: '<p>One</p>' }
const save = (content: string, more: object = {}) => admin.admin('saveContentDraft', { ...piece, content, ...more })
const publish = () => admin.admin('publishContent', { item: 'cnt_lesson' })
const read = () => admin.admin('readContent', { item: 'cnt_lesson' })
const versions = () => admin.admin('listContentVersions', { item: 'cnt_lesson' })

/** With the header If-Match. */
async function askAt(version: number, method: string, path: string, content?: string) {
  const query = new URLSearchParams({ name: piece.name, group: piece.group, type: piece.type })
  const response = await admin.request(`${ADMIN_PATH}/contents/cnt_lesson/${path}${content ? `?${query}` : ''}`, {
    method,
    headers: { 'x-api-key': admin.keys.own, 'if-match': `"${version}"` },
    ...(content && { body: content }),
  })
  const body: unknown = await response.json()
  return { status: response.status, body }
}

async function asMember(contentId: string): Promise<unknown> {
  admin.clock.advance(APP_CACHED_MS)
  const ann = await admin.signUp()
  return (await admin.call('getSecureContent', { contentId }, admin.as(ann.token))).data
}

test('members get a piece when it is published, and keep it while a draft is written', async () => {
  const { id, draft } = await admin.admin('addContent', { name: 'Überblick: Teil 1', group: 'area', type: 'HTML' })
  expect(id).toBe('cnt_uberblick-teil-1')
  expect(draft).toMatchObject({ length: 0, group: 'area' })
  await save('<p>One</p>')
  expect((await admin.admin('getDefinition')).contents.map((one) => one.id)).not.toContain('cnt_lesson')
  expect(await publish()).toMatchObject({ published: { version: 1, content: '<p>One</p>' }, removed: [] })
  await save('<p>Two</p>')
  expect(await read()).toMatchObject({ published: { content: '<p>One</p>' }, draft: { content: '<p>Two</p>' } })
  expect(await asMember('cnt_lesson')).toMatchObject({ content: '<p>One</p>' })
  expect(await admin.admin('listContents')).toContainEqual(
    expect.objectContaining({ id, published: null, draft: expect.objectContaining({ length: 0 }) }),
  )
  const acts = (await admin.admin('listAuditLog', {})).map(({ act }) => act)
  expect(acts.slice(0, 4)).toEqual(['content.draft', 'content.publish', 'content.draft', 'content.draft'])
}, 20_000)

test('a draft keeps what was typed; publishing sanitizes it and names what it removed', async () => {
  const typed = '<p onclick="x()">Hi<script>alert(1)</script><b>!</b></p><!-- note --><form><p>In</p></form>'
  await save(typed)
  expect(await read()).toMatchObject({ draft: { content: typed } })
  const { published, removed } = await publish()
  expect(published.content).toBe('<p>Hi<b>!</b></p><p>In</p>')
  expect(removed).toEqual(
    expect.arrayContaining([
      { kind: 'element', name: 'script', count: 1 },
      { kind: 'element', name: 'form', count: 1 },
      { kind: 'attribute', name: 'onclick', count: 1 },
      { kind: 'comment', name: '', count: 1 },
    ]),
  )
  expect(removed).toHaveLength(4)
  expect(await admin.admin('checkContentHtml', { content: '<a href="javascript:x">go</a>' })).toEqual({
    content: '<a>go</a>',
    nodes: [{ tag: 'a', attributes: {}, children: ['go'] }],
    removed: [{ kind: 'attribute', name: 'href', count: 1 }],
  })
})

test('the PUT route of a piece also stores what members get', async () => {
  const { removed } = await admin.admin('saveContentPiece', { ...piece, content: '<p style="x">A<style>b</style></p>' })
  expect(removed).toEqual([
    { kind: 'attribute', name: 'style', count: 1 },
    { kind: 'element', name: 'style', count: 1 },
  ])
  expect((await admin.admin('retrieveContentPiece', { item: 'cnt_lesson' })).content).toBe('<p>A</p>')
})

describe('two people', () => {
  test('do not overwrite each other: the second one sees who saved', async () => {
    const { draft } = await save('<p>Ana</p>')
    const late = await askAt(0, 'PUT', 'draft', '<p>Ben</p>')
    const changes = [expect.objectContaining({ author: 'admin key tests', parts: ['contents'] })]
    expect(late).toMatchObject({ status: 409, body: { code: 'definition-changed', changes } })
    expect(await askAt(draft.version, 'PUT', 'draft', '<p>Ben</p>')).toMatchObject({ status: 200 })
    expect(await askAt(draft.version, 'POST', 'publish')).toMatchObject({ status: 409 })
    expect(await askAt(draft.version, 'DELETE', 'draft')).toMatchObject({ status: 409 })
    expect(await read()).toMatchObject({ draft: { content: '<p>Ben</p>' } })
  })

  test('a version of a published draft does not fit the next draft', async () => {
    const { draft } = await save('<p>One</p>')
    await publish()
    await save('<p>Two</p>')
    expect(await askAt(draft.version, 'PUT', 'draft', '<p>Late</p>')).toMatchObject({ status: 409 })
  })

  test('a draft of an older state does not replace what was published since, unless told to', async () => {
    await admin.admin('saveContentPiece', piece)
    const { draft } = await save('<p>Draft</p>')
    await admin.admin('saveContentPiece', { ...piece, content: '<p>Meanwhile</p>' })
    expect(await askAt(draft.version, 'POST', 'publish')).toMatchObject({
      status: 409,
      body: { changes: [{ author: 'admin key tests', version: 2 }] },
    })
    expect(await publish()).toMatchObject({ published: { content: '<p>Draft</p>', version: 3 } })
    expect((await versions()).map(({ number }) => number)).toEqual([3, 2, 1])
  })
})

test('the history has what was published and discarded; a restored version is a draft', async () => {
  await save('<p>One</p>')
  await publish()
  await save('<p>Two</p>')
  await publish()
  await save('<p>Thrown away</p>')
  await admin.admin('discardContentDraft', { item: 'cnt_lesson' })
  expect((await versions()).map(({ number, kind, author }) => [number, kind, author])).toEqual([
    [3, 'draft', 'admin key tests'],
    [2, 'published', 'admin key tests'],
    [1, 'published', 'admin key tests'],
  ])
  expect(await admin.admin('readContentVersion', { item: 'cnt_lesson', version: '3' })).toMatchObject({
    content: '<p>Thrown away</p>',
    nodes: [{ tag: 'p', attributes: {}, children: ['Thrown away'] }],
  })
  await save('<p>Three</p>')
  await admin.admin('restoreContentVersion', { item: 'cnt_lesson', version: '1' })
  expect(await read()).toMatchObject({ published: { content: '<p>Two</p>' }, draft: { content: '<p>One</p>' } })
  // The replaced draft is not lost.
  expect((await versions())[0]).toMatchObject({ number: 4, kind: 'draft', length: 12 })
  const unknown = await admin.answerOf('restoreContentVersion', { item: 'cnt_lesson', version: '99' })
  expect(unknown).toMatchObject({ status: 404, body: { code: 'version-not-found' } })
})

test('the history keeps the newest 50 versions and five million characters', async () => {
  for (let count = 0; count < CONTENT_VERSIONS_MAX + 3; count += 1)
    await admin.admin('saveContentPiece', { ...piece, content: `<p>${count}</p>` })
  expect((await versions()).map(({ number }) => number)).toEqual(
    Array.from({ length: CONTENT_VERSIONS_MAX }, (_, index) => CONTENT_VERSIONS_MAX + 3 - index),
  )
  for (let count = 0; count < 6; count += 1)
    await admin.admin('saveContentPiece', { ...piece, type: 'TEXT', content: `${count}`.repeat(1_000_000) })
  expect((await versions()).map(({ length }) => length)).toEqual(Array.from({ length: 5 }, () => 1_000_000))
}, 60_000)

test('a removed piece takes its draft and history along; a draft alone is removed, too', async () => {
  await save('<p>One</p>')
  await publish()
  await save('<p>Two</p>')
  await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
  expect(await versions()).toEqual([])
  expect(await admin.answerOf('readContent', { item: 'cnt_lesson' })).toMatchObject({ status: 404 })
  await save('<p>Draft</p>')
  await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
  expect(await admin.answerOf('readContent', { item: 'cnt_lesson' })).toMatchObject({ status: 404 })
})

describe('a removed piece', () => {
  const undo = () => admin.answerOf('undoContentRemoval', { item: 'cnt_lesson' })

  beforeEach(async () => {
    await save('<p>One</p>')
    await publish()
    await save('<p>Two</p>')
    await admin.admin('saveContentPiece', { ...piece, item: 'cnt_last', content: '<p>Last</p>' })
  })

  test('comes back as it was: its place, text, draft and history', async () => {
    const before = [await admin.admin('listContents'), await read(), await versions()]
    await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
    admin.clock.advance(10_000)
    expect(await undo()).toMatchObject({ status: 200, body: { data: { id: 'cnt_lesson' } } })
    expect([await admin.admin('listContents'), await read(), await versions()]).toEqual(before)
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'definition-changed' } })
    expect((await admin.lastAct())?.act).toBe('content.undo-removal')
  })

  test('stays removed once its seconds are over, and its rows are deleted', async () => {
    await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
    admin.clock.advance(REMOVAL_UNDO_MS)
    expect(await undo()).toMatchObject({ status: 404, body: { code: 'content-not-found' } })
    admin.clock.advance(1)
    await purgeExpired(admin.services)
    for (const table of ['removedContents', 'contentVersions'] as const)
      expect(
        await admin.store.kysely.selectFrom(table).selectAll().where('contentId', '=', 'cnt_lesson').execute(),
      ).toEqual([])
  })

  test('makes room when the next one is removed after that', async () => {
    const idsIn = async (table: 'removedContents' | 'contentVersions') => {
      const rows = await admin.store.kysely.selectFrom(table).select('contentId').distinct().execute()
      return rows.map(({ contentId }) => contentId)
    }
    await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
    admin.clock.advance(REMOVAL_UNDO_MS + 1)
    await admin.admin('removeContentPiece', { item: 'cnt_last' })
    expect(await idsIn('removedContents')).toEqual(['cnt_last'])
    expect(await idsIn('contentVersions')).not.toContain('cnt_lesson')
  })

  test('does not replace a new piece with its ID', async () => {
    await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
    await save('<p>New</p>')
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'definition-changed' } })
    expect(await read()).toMatchObject({ published: null, draft: { content: '<p>New</p>' } })
    await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
    expect(await undo()).toMatchObject({ status: 200 })
    expect(await read()).toMatchObject({ published: null, draft: { content: '<p>New</p>' } })
    expect(await versions()).toEqual([])
  })

  test.each(['saveContentDraft', 'saveContentPiece'] as const)(
    'leaves no history to one by %s with its ID',
    async (name) => {
      await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
      await admin.admin(name, { ...piece, content: '<p>New</p>' })
      expect((await versions()).map(({ number }) => number)).toEqual(name === 'saveContentPiece' ? [1] : [])
      await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
      expect(await undo()).toMatchObject({ status: 200 })
      expect(await read()).not.toMatchObject({ published: { content: '<p>One</p>' } })
    },
  )

  test('gives none of its versions, and takes none as a draft', async () => {
    const [version] = (await versions()).map(({ number }) => String(number))
    await admin.admin('removeContentPiece', { item: 'cnt_lesson' })
    for (const name of ['readContentVersion', 'restoreContentVersion'] as const)
      expect(await admin.answerOf(name, { item: 'cnt_lesson', version: version ?? '' })).toMatchObject({ status: 404 })
  })
})

test.each([
  ['an unknown group', { group: 'nowhere' }],
  ['HTML that no page can show', { content: '<div>'.repeat(10_000) }],
  ['JSON that is none', { type: 'JSON', content: '{' }],
])('a draft with %s is kept and can not be published', async (_, more) => {
  await save('<p>One</p>', more)
  const refused = await admin.answerOf('publishContent', { item: 'cnt_lesson' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid-definition' } })
  expect((await read()).draft).not.toBeNull()
})
