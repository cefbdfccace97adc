// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { MembershipClient } from '../../../../widget/public'
import { aMember } from '../../../support/a-member'
import { find, isShown, leavePage, mountPage, settle } from '../../../support/mount-page'
import { aChannel, aComment } from './a-channel'

afterEach(() => {
  leavePage()
  vi.unstubAllGlobals()
})

const member = aMember()
const items = (level = 'post') => [...document.querySelectorAll(`[data-ms-${level}="item"][id]`)]
const texts = (level = 'post') =>
  items(level).map((item) => item.querySelector(`[data-ms-${level}="content"]`)?.textContent)

const page = `<section data-ms-channel="book" data-ms-channel-sort="oldest">
  <form data-ms-form="post"><textarea></textarea><button>Send</button></form>
  <select data-ms-channel-sort><option value="oldest">Old</option><option value="newest">New</option></select>
  <div data-ms-channel-content>
    <article data-ms-post>
      <p data-ms-post="content"></p>
      <button data-ms-post="like">Like <b data-ms-post="likeCount">–</b></button>
      <button data-ms-post-edit>Edit</button><button data-ms-post-delete>Delete</button>
      <div data-ms-thread="container"><p><i data-ms-thread="content"></i></p></div>
      <form data-ms-form="thread"><textarea></textarea><button>Reply</button></form>
    </article>
  </div>
</section>`

test('the bare post in data-ms-channel-content is the template, in the order of the channel', async () => {
  const channel = aChannel(['One', 'Two'])
  channel.threads.set(channel.posts[0]!.id, [aComment('An answer')])
  channel.posts[0]!._count.Threads = 1
  await mountPage(page, { client: channel.client, member })
  expect(texts()).toEqual(['One', 'Two'])
  expect(texts('thread')).toEqual(['An answer'])
  expect(isShown(find('article:not([id])'))).toBe(false)
  expect(channel.client.getPosts).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ order: 'oldest' }))
  expect(channel.client.getChannelInfo).toHaveBeenCalledOnce()
})

test('data-ms-form="post" writes, and data-ms-channel-sort sorts', async () => {
  const channel = aChannel(['One'])
  await mountPage(page, { client: channel.client, member })
  find('textarea').textContent = 'Two'
  find('form button').click()
  await settle()
  expect(channel.client.createPost).toHaveBeenCalledExactlyOnceWith({ channelKey: 'book', content: 'Two' })
  expect(texts()).toEqual(['One', 'Two'])
  const select = find('select')
  Object.assign(select, { value: 'newest' })
  select.dispatchEvent(new Event('change'))
  await settle()
  expect(texts()).toEqual(['Two', 'One'])
})

test('like and likeCount are votes for a post', async () => {
  const channel = aChannel(['One'])
  const liked = aComment('One', { activeMemberVote: 'UP', _count: { Threads: 0, likedBy: 4, dislikedBy: 0 } })
  channel.client.postVote.mockResolvedValue({ data: liked })
  await mountPage(page, { client: channel.client, member })
  const like = find('[id^="cmt_"] [data-ms-post="like"]')
  expect(like.getAttribute('aria-pressed')).toBe('false')
  like.click()
  await settle()
  expect(channel.client.postVote).toHaveBeenCalledExactlyOnceWith({ postId: channel.posts[0]!.id, vote: 'UP' })
  expect(find('[id^="cmt_"] [data-ms-post="likeCount"]').textContent).toBe('4')
})

test.each([
  ['CLOSED', 0],
  ['CONTINUE', 1],
] as const)('data-ms-post-delete asks in a dialog; after %s, %i comments are deleted', async (type, times) => {
  const channel = aChannel()
  channel.posts.push(aComment('One', { activeMemberMayEdit: true, _count: { Threads: 2, likedBy: 0, dislikedBy: 0 } }))
  const openModal = vi.fn<MembershipClient['openModal']>()
  openModal.mockResolvedValue(type === 'CLOSED' ? { type } : { type, data: null })
  const confirm = vi.fn<typeof window.confirm>()
  vi.stubGlobal('confirm', confirm)
  channel.client.deletePost.mockResolvedValue({ data: { id: 'x' } })
  await mountPage(page, { client: { ...channel.client, openModal }, member })
  find('[id^="cmt_"] [data-ms-post-delete]').click()
  await settle()
  expect(openModal).toHaveBeenCalledExactlyOnceWith('DELETE_COMMENT', { content: 'One', hasReplies: true })
  expect(channel.client.deletePost).toHaveBeenCalledTimes(times)
  expect(confirm).not.toHaveBeenCalled()
})

test('a container that is itself one comment is the template', async () => {
  const channel = aChannel(['One', 'Two'])
  const html = `<div data-ms-channel="book" data-ms-channel-sort="newest"><div data-ms-post="container">
    <div data-ms-post="content"></div>
    <div data-ms-post="isModerator"><button data-ms-post="edit">Edit</button></div></div></div>`
  await mountPage(html, { client: channel.client, member })
  await settle()
  expect(texts()).toEqual(['Two', 'One'])
  expect(isShown(find('[data-ms-post="item"]:not([id])'))).toBe(false)
})

test('our own markup keeps its template and its order', async () => {
  const channel = aChannel(['One', 'Two'])
  const html = `<div data-ms-channel="book"><div data-ms-post="container"><p data-ms-post="content">Not this</p>
    <article data-ms-post="item"><p data-ms-post="content"></p></article></div></div>`
  await mountPage(html, { client: channel.client, member })
  expect(texts()).toEqual(['Two', 'One'])
  expect(items().map(({ localName }) => localName)).toEqual(['article', 'article'])
})
