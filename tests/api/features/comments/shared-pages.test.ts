import { expect, onTestFinished, test, vi } from 'vitest'
import type { Comment } from '../../../../contract/comments'
import { openGuestbook } from './open-guestbook'
import type { Guestbook, Writer } from './open-guestbook'

/** A channel with posts, replies and votes of two members; a third member only reads. */
async function openChannel() {
  const guestbook = await openGuestbook()
  const { join, post, answer, call } = guestbook
  const [ann, bob, carl] = [await join('ann'), await join('bob', { verified: true }), await join('carl')]
  const hers = await post(ann, 'Grüße 👋 "of" Ann')
  const his = await post(bob, ',"activeMemberVote":"NONE","activeMemberMayEdit":false}')
  const reply = await answer(bob, hers.id, 'A reply')
  await call('postVote', { postId: hers.id, vote: 'UP' }, bob)
  const read = async (viewer: Partial<Writer> = {}) =>
    (await call('getPosts', { channelKey: 'guestbook', order: 'oldest', limit: '100' }, viewer)).data
  const readThreads = async (viewer: Partial<Writer> = {}) =>
    (await call('getThreads', { postId: hers.id }, viewer)).data
  return { ...guestbook, ann, bob, carl, hers, his, reply, read, readThreads }
}

/** @returns how many statements on comments and votes the work begins */
async function countReads({ store }: Pick<Guestbook, 'store'>, work: () => Promise<unknown>): Promise<number> {
  const begun = vi.spyOn(store.kysely, 'selectFrom')
  onTestFinished(() => begun.mockRestore())
  await work()
  const count = begun.mock.calls.filter(([table]) => table === 'comments').length
  begun.mockRestore()
  return count
}

const idOf = ({ member }: Writer): string => member?.id ?? ''
const all = (count: number, read: () => Promise<unknown>) => Promise.all(Array.from({ length: count }, read))

test('readers of one page at once read its comments once, and later readers not at all', async () => {
  const channel = await openChannel()
  const { read, carl, post, ann } = channel
  const one = await countReads(channel, read)
  expect(one).toBeGreaterThan(0)
  await post(ann, 'Another')
  expect(await countReads(channel, () => all(20, read))).toBe(one)
  expect(await countReads(channel, () => all(20, read))).toBe(0)
  expect(await countReads(channel, () => read(carl))).toBe(0)
})

test('each writing is in the next page, for its writer and for others', async () => {
  const { call, read, readThreads, post, answer, ann, bob, carl, hers, his, reply } = await openChannel()
  const see = async () => {
    const [page, ...others] = [await read(), await read(ann), await read(carl)]
    for (const { posts } of others)
      expect(posts.map(({ content, _count }) => [content, _count])).toEqual(
        page.posts.map(({ content, _count }) => [content, _count]),
      )
    return page
  }
  const first = async () => (await see()).posts[0]
  expect(await first()).toMatchObject({ _count: { Threads: 1, likedBy: 1, dislikedBy: 0 } })
  await call('postVote', { postId: hers.id, vote: 'DOWN' }, bob)
  expect(await first()).toMatchObject({ _count: { likedBy: 0, dislikedBy: 1 } })
  await call('updatePost', { postId: hers.id, content: 'Edited' }, ann)
  expect(await first()).toMatchObject({ content: 'Edited' })
  expect((await readThreads()).threads.map(({ content }) => content)).toEqual(['A reply'])
  await answer(carl, hers.id, 'Another reply')
  expect(await first()).toMatchObject({ _count: { Threads: 2 } })
  await call('threadVote', { threadId: reply.id, vote: 'UP' }, ann)
  expect((await readThreads()).threads.map(({ content, _count }) => [content, _count.likedBy])).toEqual([
    ['Another reply', 0],
    ['A reply', 1],
  ])
  await post(ann, 'New')
  expect(await see()).toMatchObject({ totalCount: 3 })
  await call('deletePost', { postId: his.id }, bob)
  expect((await see()).posts.map(({ content }) => content)).toEqual(['Edited', 'New'])
})

test('a read that begins after a write shows it, although another read is running', async () => {
  const { read, post, ann } = await openChannel()
  for (let number = 3; number < 20; number += 1) {
    const before = read()
    await post(ann, `Post ${number}`)
    const running = all(3, read)
    expect(await read()).toMatchObject({ totalCount: number })
    await Promise.all([before, running])
  }
})

test('votes and rights in a shared page are those of its viewer', async () => {
  const { call, read, join, ann, bob, carl, hers, his } = await openChannel()
  const moderator = await join('mod', { verified: true })
  await call('postVote', { postId: his.id, vote: 'DOWN' }, ann)
  const own = async (viewer?: Partial<Writer>) =>
    (await read(viewer)).posts.map((one) => [one.activeMemberVote, one.activeMemberMayEdit])
  const nothing = ['NONE', false]
  const seen = await Promise.all([own(), own(ann), own(bob), own(carl), own(moderator), own()])
  const expected = [
    [nothing, nothing],
    [
      ['NONE', true],
      ['DOWN', false],
    ],
    [
      ['UP', false],
      ['NONE', true],
    ],
    [nothing, nothing],
    [
      ['NONE', true],
      ['NONE', true],
    ],
    [nothing, nothing],
  ]
  expect(seen).toEqual(expected)
  await call('postVote', { postId: hers.id, vote: 'NONE' }, bob)
  expect([await own(bob), await own()]).toEqual([
    [nothing, ['NONE', true]],
    [nothing, nothing],
  ])
})

test('a page differs between its viewers in votes and rights only', async () => {
  const { read, readThreads, ann, bob } = await openChannel()
  const shared = (comment: Comment) => ({ ...comment, activeMemberVote: null, activeMemberMayEdit: null })
  const visitor = await read()
  expect(visitor.posts.map(({ content }) => content)).toEqual([
    'Grüße 👋 "of" Ann',
    ',"activeMemberVote":"NONE","activeMemberMayEdit":false}',
  ])
  for (const viewer of [ann, bob]) {
    const { posts, ...end } = await read(viewer)
    expect({ ...end, posts: posts.map(shared) }).toEqual({ ...visitor, posts: visitor.posts.map(shared) })
    expect((await readThreads(viewer)).threads.map(shared)).toEqual((await readThreads()).threads.map(shared))
  }
})

test('a changed name, picture or role of a writer is in the next page', async () => {
  const { app, call, read, store, ann, bob } = await openChannel()
  const firstWriter = async (more: Partial<Writer> = {}) => (await read(more)).posts[0]?.member
  await firstWriter()
  await call('updateMember', { customFields: { 'first-name': 'Anna' } }, ann)
  expect(await firstWriter()).toMatchObject({ customFields: { 'first-name': 'Anna' } })
  await store.members.update(idOf(ann), { profileImage: 'https://example.com/ann.webp' })
  expect(await firstWriter()).toMatchObject({ profileImage: 'https://example.com/ann.webp' })
  const changed = { ...app, comments: { moderators: ['ann@example.com'], blockedWords: [] } }
  expect(await firstWriter({ app: changed })).toMatchObject({ isModerator: false })
  await store.members.update(idOf(ann), { verified: true })
  expect(await firstWriter({ app: changed })).toMatchObject({ isModerator: true })
  expect(await firstWriter({ ...bob, app: changed })).toMatchObject({ isModerator: true })
  expect(await firstWriter()).toMatchObject({ isModerator: false })
})

test('of many writers in a page, the last one’s new name is seen too', async () => {
  const { call, as, post, read, ann } = await openChannel()
  let last = ann
  for (let number = 0; number < 50; number += 1) {
    const ipAddress = `198.51.100.${number}`
    const account = { email: `writer${number}@example.com`, password: 'correct horse' }
    const { data } = await call('signup', account, { ipAddress })
    last = await as(data.tokens.accessToken)
    await post(last, `Post of ${number}`)
  }
  const names = async () => (await read()).posts.map(({ member }) => member.customFields['first-name'])
  expect(await names()).toHaveLength(52)
  await call('updateMember', { customFields: { 'first-name': 'Last' } }, last)
  expect((await names()).at(-1)).toBe('Last')
})

test('a deleted member leaves pages at once, with comments and votes, and live pages are told', async () => {
  const { app, call, read, readThreads, bob } = await openChannel()
  const version = async () => Number((await call('getChannelInfo', { channelKey: 'guestbook' })).data.postsVersion)
  const [before] = [await version(), await read(), await readThreads()]
  await call('deleteMember', {}, { ...bob, app: { ...app, allowMemberSelfDelete: true } })
  expect((await read()).posts.map(({ content, _count }) => [content, _count])).toEqual([
    ['Grüße 👋 "of" Ann', { Threads: 0, likedBy: 0, dislikedBy: 0 }],
  ])
  expect((await readThreads()).threads).toEqual([])
  expect(await version()).toBe(before + 1)
})

test('a vote of a member who wrote nothing goes with the member', async () => {
  const { app, call, read, carl, his } = await openChannel()
  await call('postVote', { postId: his.id, vote: 'UP' }, carl)
  expect((await read()).posts[1]?._count.likedBy).toBe(1)
  await call('deleteMember', {}, { ...carl, app: { ...app, allowMemberSelfDelete: true } })
  expect((await read()).posts[1]?._count.likedBy).toBe(0)
})

test('modes, channels, orders and limits do not share a page', async () => {
  const { call, read, post, ann } = await openChannel()
  await read()
  const inLiveMode = (await call('getPosts', { channelKey: 'guestbook', order: 'oldest' }, { mode: 'live' })).data
  expect(inLiveMode).toMatchObject({ posts: [], totalCount: 0 })
  expect((await call('getPosts', { channelKey: 'other', order: 'oldest' })).data.posts).toEqual([])
  const contents = async (input: object) =>
    (await call('getPosts', { channelKey: 'guestbook', ...input })).data.posts.map(({ internalOrder }) => internalOrder)
  await post(ann, 'Third')
  const [one = '', two = '', three = ''] = await contents({ order: 'oldest' })
  expect(await contents({ order: 'newest' })).toEqual([three, two, one])
  expect(await contents({ order: 'newest', limit: '2' })).toEqual([three, two])
  expect(await contents({ order: 'newest', after: two })).toEqual([one])
})
