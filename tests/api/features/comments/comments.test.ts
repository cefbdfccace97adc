import { describe, expect, test } from 'vitest'
import { openGuestbook } from './open-guestbook'

const denied = { code: 'access-denied', status: 403 }
const unknown = { code: 'comment-not-found', status: 404 }

describe('a post', () => {
  test('is readable by everyone, with its writer’s public fields', async () => {
    const { call, join, post, store } = await openGuestbook()
    const ann = await join('ann')
    const id = ann.member?.id ?? ''
    await store.members.update(id, { customFields: { 'first-name': 'Ann', 'last-name': 'Lee', company: 'Secret' } })
    const written = await post(ann, 'Hello <b>all</b>')
    expect(written).toMatchObject({
      id: expect.stringMatching(/^cmt_sb_/u),
      content: 'Hello <b>all</b>',
      nodes: ['Hello ', { tag: 'b', attributes: {}, children: ['all'] }],
      member: { id, customFields: { 'first-name': 'Ann' }, profileImage: null, isModerator: false },
      _count: { Threads: 0, likedBy: 0, dislikedBy: 0 },
      activeMemberVote: 'NONE',
      activeMemberMayEdit: true,
    })
    const { data } = await call('getPosts', { channelKey: 'guestbook' })
    const posts = [{ ...written, activeMemberMayEdit: false }]
    expect(data).toEqual({ posts, totalCount: 1, hasMore: false, endCursor: written.internalOrder })
    expect(JSON.stringify(data)).not.toMatch(/Secret|Lee|example\.com/u)
  })

  test.each([
    ['<script>alert(1)</script>Hi<img src=x onerror=alert(1)>', 'Hi'],
    ['<a href="javascript:alert(1)" onclick="x()" style="color:red">Hi</a>', '<a rel="nofollow ugc noopener">Hi</a>'],
    [
      '<a href="https://example.com" rel="opener" target="_blank">Hi</a>',
      '<a href="https://example.com" rel="nofollow ugc noopener">Hi</a>',
    ],
    ['<div data-ms-action="logout" id="x" class="y">Hi</div>', 'Hi'],
    ['1 < 2 & "so"', '1 &#x3C; 2 &#x26; "so"'],
  ])('keeps only inert parts of %s', async (content, kept) => {
    const { join, post } = await openGuestbook()
    expect((await post(await join('ann'), content)).content).toBe(kept)
  })

  test('needs words, and none that are blocked', async () => {
    const { call, join, post } = await openGuestbook()
    const ann = await join('ann')
    await expect(post(ann, '<b> </b>')).rejects.toMatchObject({ code: 'required-field-missing' })
    const refused = { code: 'comment-refused', status: 400 }
    await expect(post(ann, 'Win the LOTTERY!')).rejects.toMatchObject(refused)
    await expect(post(ann, 'lot<b></b>tery')).resolves.toBeTruthy()
    const fine = await post(ann, 'My lotteryman is fine')
    await expect(call('updatePost', { postId: fine.id, content: 'ｌｏｔｔｅｒｙ' }, ann)).rejects.toMatchObject(refused)
    await expect(call('createThread', { postId: fine.id, content: 'lottery' }, ann)).rejects.toMatchObject(refused)
  })

  test('is edited and deleted only by its writer and by moderators', async () => {
    const { call, join, post, answer } = await openGuestbook()
    const [ann, bob] = [await join('ann'), await join('bob')]
    const mod = await join('mod', { verified: true })
    const { id: postId } = await post(ann, 'First')
    const { id: threadId } = await answer(bob, postId, 'Second')
    await expect(call('updatePost', { postId, content: 'Mine' }, bob)).rejects.toMatchObject(denied)
    await expect(call('deletePost', { postId }, bob)).rejects.toMatchObject(denied)
    expect((await call('updatePost', { postId, content: 'Edited' }, ann)).data.content).toBe('Edited')
    expect((await call('updateThread', { threadId, content: 'Tidied' }, mod)).data.content).toBe('Tidied')
    expect((await call('deleteThread', { threadId }, mod)).data).toEqual({ id: threadId })
    await expect(call('threadVote', { threadId, vote: 'UP' }, ann)).rejects.toMatchObject(unknown)
    await call('deletePost', { postId }, ann)
    await expect(call('getThreads', { postId })).rejects.toMatchObject(unknown)
  })

  test('of a moderator who has not proved the address gives no power', async () => {
    const { call, join, post } = await openGuestbook()
    const { id: postId } = await post(await join('ann'), 'First')
    const mod = await join('mod')
    await expect(call('deletePost', { postId }, mod)).rejects.toMatchObject(denied)
    expect((await call('getMember', {}, mod)).data).toMatchObject({ isModerator: false })
  })

  test('belongs to its app and mode, and is no thread', async () => {
    const { call, join, post, answer } = await openGuestbook()
    const ann = await join('ann')
    const { id: postId } = await post(ann, 'First')
    const thread = await answer(ann, postId, 'Second')
    await expect(call('getThreads', { postId }, { mode: 'live' })).rejects.toMatchObject(unknown)
    await expect(call('updatePost', { postId: thread.id, content: 'x' }, ann)).rejects.toMatchObject(unknown)
    await expect(call('createThread', { postId: thread.id, content: 'x' }, ann)).rejects.toMatchObject(unknown)
    expect((await call('getPosts', { channelKey: 'guestbook' }, { mode: 'live' })).data.posts).toEqual([])
    expect((await call('getPosts', { channelKey: 'another' })).data).toEqual({
      posts: [],
      totalCount: 0,
      hasMore: false,
      endCursor: null,
    })
  })

  test('goes with who wrote it, threads of others too', async () => {
    const { app, call, join, post, answer, store } = await openGuestbook()
    const [ann, bob] = [await join('ann'), await join('bob')]
    const hers = await post(ann, 'Hers')
    await answer(bob, hers.id, 'His answer')
    const his = await post(bob, 'His')
    await call('postVote', { postId: his.id, vote: 'UP' }, ann)
    await call('deleteMember', {}, { ...ann, app: { ...app, allowMemberSelfDelete: true } })
    const { data } = await call('getPosts', { channelKey: 'guestbook' })
    expect(data.posts.map(({ id, _count }) => [id, _count.likedBy])).toEqual([[his.id, 0]])
    expect(await store.comments.count({ appId: app.id, mode: 'test', channelKey: 'guestbook' })).toBe(1)
  })
})

test('each member has one vote, which can be changed and withdrawn', async () => {
  const { call, join, post } = await openGuestbook()
  const [ann, bob] = [await join('ann'), await join('bob')]
  const { id: postId } = await post(ann, 'First')
  const vote = async (of: typeof ann, wish: 'UP' | 'DOWN' | 'NONE') =>
    (await call('postVote', { postId, vote: wish }, of)).data
  expect(await vote(ann, 'UP')).toMatchObject({ _count: { likedBy: 1 }, activeMemberVote: 'UP' })
  expect(await vote(ann, 'UP')).toMatchObject({ _count: { likedBy: 1 } })
  expect(await vote(bob, 'DOWN')).toMatchObject({ _count: { likedBy: 1, dislikedBy: 1 }, activeMemberVote: 'DOWN' })
  expect(await vote(ann, 'DOWN')).toMatchObject({ _count: { likedBy: 0, dislikedBy: 2 } })
  expect(await vote(ann, 'NONE')).toMatchObject({ _count: { likedBy: 0, dislikedBy: 1 }, activeMemberVote: 'NONE' })
})

test('pages are complete, newest or oldest first, whatever is written in between', async () => {
  const { call, join, post } = await openGuestbook()
  const ann = await join('ann')
  for (let number = 1; number <= 5; number += 1) await post(ann, `Post ${number}`)
  const page = async (order: 'newest' | 'oldest', after?: string) => {
    const input = { channelKey: 'guestbook', order, limit: '2', ...(after !== undefined && { after }) }
    return (await call('getPosts', input)).data
  }
  const first = await page('newest')
  expect(first.posts.map(({ content }) => content)).toEqual(['Post 5', 'Post 4'])
  await post(ann, 'Post 6')
  const second = await page('newest', first.posts[1]?.internalOrder)
  expect(second.posts.map(({ content }) => content)).toEqual(['Post 3', 'Post 2'])
  expect(second.totalCount).toBe(6)
  const oldest = await page('oldest', (await page('oldest')).posts[1]?.internalOrder)
  expect(oldest.posts.map(({ content }) => content)).toEqual(['Post 3', 'Post 4'])
})

test('who types is shown to others for a few seconds, and every change is known by the version', async () => {
  const { call, join, post, wait } = await openGuestbook()
  const [ann, bob] = [await join('ann'), await join('bob')]
  const info = async (of = {}) => (await call('getChannelInfo', { channelKey: 'guestbook' }, of)).data
  expect(await info()).toMatchObject({
    totalCount: 0,
    typing: [],
    version: '0',
    subscription: 'NONE',
    isModerator: false,
  })
  await call('postIsTyping', { channelKey: 'guestbook' }, ann)
  expect((await info(bob)).typing.map(({ id }) => id)).toEqual([ann.member?.id])
  expect((await info(ann)).typing).toEqual([])
  wait(6_001)
  const before = await info(bob)
  expect(before.typing).toEqual([])
  const { id: postId } = await post(ann, 'First')
  const after = await info(bob)
  expect(Number(after.version)).toBeGreaterThan(Number(before.version))
  await call('postVote', { postId, vote: 'UP' }, bob)
  expect(Number((await info()).version)).toBeGreaterThan(Number(after.version))
})

test('an app without comments has none', async () => {
  const { call, join } = await openGuestbook({ comments: undefined })
  const ann = await join('ann')
  const refused = { code: 'comments-not-offered', status: 404 }
  await expect(call('getPosts', { channelKey: 'guestbook' })).rejects.toMatchObject(refused)
  await expect(call('createPost', { channelKey: 'guestbook', content: 'x' }, ann)).rejects.toMatchObject(refused)
})

test('a member writes at most twenty comments in five minutes', async () => {
  const { join, post } = await openGuestbook()
  const ann = await join('ann')
  for (let number = 0; number < 20; number += 1) await post(ann, 'Again')
  await expect(post(ann, 'Again')).rejects.toMatchObject({ code: 'too-many-requests' })
})
