import { describe, expect, test } from 'vitest'
import { openLibrary } from './open-library'

describe('a record', () => {
  test('has what was given, defaults, and null for the rest', async () => {
    const { make } = await openLibrary()
    const { data } = await make('books', { title: 'Emma', pages: 474, published: '1815-12-23' })
    expect(data).toEqual({
      title: 'Emma',
      isbn: null,
      pages: 474,
      price: null,
      inPrint: true,
      published: '1815-12-23T00:00:00.000Z',
      contact: null,
      shop: null,
      author: null,
      owner: null,
    })
  })

  test.each([
    [{}, 'required-field-missing', '"title" is required'],
    [{ title: '' }, 'required-field-missing', '"title" is required'],
    [{ title: 7 }, 'invalid-field-type', '"title" must be a string'],
    [{ title: 'A', pages: '7' }, 'invalid-field-type', '"pages" must be a number'],
    [{ title: 'A', pages: 1.5 }, 'invalid-field-value', '"pages"'],
    [{ title: 'A', inPrint: 1 }, 'invalid-field-type', '"inPrint" must be true or false'],
    [{ title: 'A', published: 'soon' }, 'invalid-field-value', '"published"'],
    [{ title: 'A', published: '04.03.2023' }, 'invalid-field-value', '"published"'],
    [{ title: 'A', published: '2023-02-30' }, 'invalid-field-value', '"published"'],
    [{ title: 'A', published: '44990' }, 'invalid-field-value', '"published"'],
    [{ title: 'A', contact: 'nobody' }, 'invalid-field-value', '"contact"'],
    [{ title: 'A', shop: 'javascript:alert(1)' }, 'invalid-field-value', '"shop"'],
    [{ title: 'A', colour: 'red' }, 'invalid-field-value', 'no field "colour"'],
    [{ title: 'A\u0000' }, 'invalid-field-value', '"title"'],
    [{ title: 'x'.repeat(10_001) }, 'field-limit-exceeded', 'at most 10000'],
    [{ title: 'A', colour: 'x'.repeat(200_000) }, 'field-limit-exceeded', ''],
    [{ title: 'A', author: { connect: { id: 'nobody' } } }, 'data-record-not-found', 'does not exist'],
    [
      { title: 'A', author: { follow: { id: 'x' } } },
      'invalid-field-value',
      '"author" must be an object with connect or disconnect',
    ],
    [{ title: 'A', likedBy: { connect: { self: true } } }, 'login-required', ''],
    [{ title: 'A', likedBy: { connect: { id: 'mem_sb_x' } } }, 'invalid-field-value', '{ self: true }'],
  ])('is refused with %j: %s', async (data, code, words) => {
    const { call, store } = await openLibrary()
    const making = call('createDataRecord', { table: 'books', data })
    await expect(making).rejects.toMatchObject({ code, message: expect.stringContaining(words) })
    const scope = { appId: 'app_demo', mode: 'test', tableKey: 'books', ownerId: null } as const
    expect(await store.dataRecords.countAll(scope)).toBe(0)
  })

  test('shares no unique text with another one, but with itself and with none', async () => {
    const { call, make } = await openLibrary()
    const first = await make('books', { title: 'A', isbn: '1' })
    await make('books', { title: 'No number' })
    const taken = { code: 'unique-constraint-violation', status: 409 }
    await expect(make('books', { title: 'B', isbn: '1' })).rejects.toMatchObject(taken)
    const second = await make('books', { title: 'B', isbn: '2' })
    await expect(call('updateDataRecord', { recordId: second.id, data: { isbn: '1' } })).rejects.toMatchObject(taken)
    await call('updateDataRecord', { recordId: first.id, data: { isbn: '1', title: 'Still A' } })
    await call('updateDataRecord', { recordId: first.id, data: { isbn: null } })
    await call('updateDataRecord', { recordId: second.id, data: { isbn: '1' } })
  })

  test('is changed in what is named, and not before what is wrong is known', async () => {
    const { call, make, wait } = await openLibrary()
    const { id: recordId, createdAt } = await make('books', { title: 'A', pages: 1, inPrint: false })
    wait(60_000)
    const changed = await call('updateDataRecord', { recordId, data: { pages: null } })
    expect(changed.data).toMatchObject({ createdAt, data: { title: 'A', pages: null, inPrint: false } })
    expect(changed.data.updatedAt > createdAt).toBe(true)
    await expect(call('updateDataRecord', { recordId, data: { pages: 5, title: null } })).rejects.toMatchObject({
      code: 'required-field-missing',
    })
    const found = await call('queryDataRecords', { table: 'books', query: { findUnique: { where: { id: recordId } } } })
    expect(found.data).toMatchObject({ record: { data: { pages: null } } })
  })

  test('is made at most ten times a minute by one caller', async () => {
    const { call } = await openLibrary()
    const makeOne = () => call('createDataRecord', { table: 'tags', data: {} })
    for (let made = 0; made < 10; made += 1) await makeOne()
    await expect(makeOne()).rejects.toMatchObject({ code: 'too-many-requests' })
  })
})

describe('what a record is connected with', () => {
  test('comes along when it is asked for', async () => {
    const { call, join, make } = await openLibrary()
    const ann = await join('ann')
    const author = await make('authors', { name: 'Jane Austen' })
    const tags = [await make('tags', { name: 'novel' }), await make('tags', { name: 'classic' })]
    const book = await make(
      'books',
      {
        title: 'Emma',
        author: author.id,
        tags: { connect: tags.map(({ id }) => ({ id })) },
        likedBy: { connect: { self: true } },
      },
      ann,
    )
    expect(book.data).toMatchObject({
      author: author.id,
      tags: { count: 2, action: 'connected' },
      likedBy: { count: 1, action: 'connected', hasself: true },
    })
    const include = { author: true, tags: { take: 1 }, likedBy: true, _count: true }
    const query = { findUnique: { where: { id: book.id }, include } }
    const { data } = await call('queryDataRecords', { table: 'books', query }, ann)
    expect(data).toMatchObject({
      record: {
        _count: { tags: 2, likedBy: 1, author: 1, owner: 0 },
        data: {
          author: { id: author.id, data: { name: 'Jane Austen' } },
          tags: { records: [{ data: { name: 'novel' } }], pagination: { limit: 1, hasMore: true } },
          likedBy: { records: [{ id: ann.member?.id, profileImage: null }], hasself: true },
        },
      },
    })
    const back = { findMany: { include: { books: { where: { pages: null }, include: { author: true } } } } }
    const authors = await call('queryDataRecords', { table: 'authors', query: back })
    expect(authors.data).toMatchObject({
      records: [{ books: { records: [{ id: book.id, data: { author: { id: author.id } } }] } }],
    })
  })

  test('shows the public fields of members', async () => {
    const { call, join, make, store } = await openLibrary()
    const ann = await join('ann')
    const memberId = ann.member?.id ?? ''
    await store.members.update(memberId, {
      customFields: { 'first-name': 'Ann', 'last-name': 'Lee', company: 'Secret' },
    })
    const book = await make('books', { title: 'Emma', owner: { connect: { self: true } } }, ann)
    const query = { findUnique: { where: { id: book.id }, include: { owner: true } } }
    const asVisitor = await call('queryDataRecords', { table: 'books', query })
    expect(asVisitor.data).toMatchObject({ record: { data: { owner: { id: memberId } } } })
    expect(JSON.stringify(asVisitor.data)).toContain('"customFields":{"first-name":"Ann"}')
    const asMember = await call('queryDataRecords', { table: 'books', query }, ann)
    expect(JSON.stringify(asMember.data)).toContain('"last-name":"Lee"')
    expect(JSON.stringify([asVisitor, asMember])).not.toContain('Secret')
    expect(JSON.stringify([asVisitor, asMember])).not.toContain('ann@example.com')
  })

  test('changes: one takes the place of one, many add up, and what goes is gone', async () => {
    const { call, make } = await openLibrary()
    const [jane, emily] = [await make('authors', { name: 'Jane' }), await make('authors', { name: 'Emily' })]
    const tag = await make('tags', { name: 'novel' })
    const { id: recordId } = await make('books', { title: 'A', author: jane.id })
    const change = async (data: Record<string, unknown>) =>
      (await call('updateDataRecord', { recordId, data })).data.data
    expect(await change({ author: { connect: { id: emily.id } } })).toMatchObject({ author: emily.id })
    expect(await change({ author: null })).toMatchObject({ author: null })
    expect(await change({ tags: { connect: [{ id: tag.id }] } })).toMatchObject({ tags: { action: 'connected' } })
    expect(await change({ tags: { connect: [{ id: tag.id }] } })).toMatchObject({ tags: { action: 'unchanged' } })
    expect(await change({ tags: { disconnect: { id: tag.id } } })).toMatchObject({ tags: { action: 'disconnected' } })
    await change({ author: jane.id })
    await call('deleteDataRecord', { recordId: jane.id })
    expect(await change({ pages: 3 })).toMatchObject({ author: null })
  })

  test('is not shown, and cannot be connected, where its table is not for the caller', async () => {
    const [authors, books, tags] = (await import('./open-library')).library
    const hidden = { ...authors!, readRule: 'ADMIN_ONLY' as const }
    const { call, make } = await openLibrary([hidden, books!, tags!])
    const author = await make('authors', { name: 'Jane' })
    const refused = make('books', { title: 'A', author: author.id })
    await expect(refused).rejects.toMatchObject({ code: 'data-record-not-found' })
    const book = await make('books', { title: 'A' })
    const query = { findUnique: { where: { id: book.id }, include: { author: true } } }
    expect((await call('queryDataRecords', { table: 'books', query })).data).toMatchObject({
      record: { data: { author: null } },
    })
  })
})
