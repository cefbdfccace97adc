import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../support/start-api'
import { openClient } from './open-client'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

test('a member writes, votes, answers, edits and deletes', async () => {
  const { client, requests } = openClient(api)
  await client.signupMemberEmailPassword({ email: 'writer@example.com', password: 'correct horse' })
  const { data: post } = await client.createPost({ channelKey: 'guestbook', content: 'Hello' })
  expect(requests.at(-1)).toMatchObject({
    path: '/comments/posts',
    body: { channelKey: 'guestbook', content: 'Hello', _url: 'https://shop.example/members/page.html?utm_source=news' },
  })
  const { data: thread } = await client.createThread({ postId: post.id, content: 'And again' })
  await client.postVote({ postId: post.id, vote: 'UP' })
  expect(requests.at(-1)).toMatchObject({
    method: 'POST',
    path: `/comments/posts/${post.id}/vote`,
    body: { vote: 'UP' },
  })
  await client.threadVote({ threadId: thread.id, vote: 'DOWN' })
  await client.updatePost({ postId: post.id, content: 'Hello again' })
  expect(requests.at(-1)).toMatchObject({ method: 'PATCH', path: `/comments/posts/${post.id}/update` })
  await client.updateThread({ threadId: thread.id, content: 'And once more' })
  const { data } = await client.getPosts({ channelKey: 'guestbook', order: 'newest', limit: 10, after: '1000' })
  expect(requests.at(-1)?.path).toBe('/comments/posts?channelKey=guestbook&after=1000&order=newest&limit=10')
  expect(data.posts[0]).toMatchObject({ content: 'Hello again', _count: { Threads: 1, likedBy: 1, dislikedBy: 0 } })
  const threads = await client.getThreads({ postId: post.id, limit: 5, order: 'oldest' })
  expect(threads.data).toMatchObject({ totalCount: 1, threads: [{ content: 'And once more' }] })
  await client.subscribeToChannel({ channelKey: 'guestbook', action: 'THREADS_ONLY' })
  await client.postIsTyping({ channelKey: 'guestbook' })
  const info = await client.getChannelInfo({ channelKey: 'guestbook' })
  expect(info.data).toMatchObject({ totalCount: 2, subscription: 'THREADS_ONLY', typing: [] })
  expect((await client.deleteThread({ threadId: thread.id })).data).toEqual({ id: thread.id })
  expect((await client.deletePost({ postId: post.id })).data).toEqual({ id: post.id })
})

test('a visitor reads, and is asked to log in before writing', async () => {
  const { client } = openClient(api)
  expect((await client.getPosts({ channelKey: 'guestbook' })).data.posts).toEqual([])
  const refused = client.createPost({ channelKey: 'guestbook', content: 'Hello' })
  await expect(refused).rejects.toMatchObject({ code: 'login-required' })
})
