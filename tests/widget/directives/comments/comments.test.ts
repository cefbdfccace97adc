// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { expectConsole } from '../../../setup/console-watch'
import { aMember } from '../../../support/a-member'
import { find, isShown, leavePage, mountPage, settle } from '../../../support/mount-page'
import { aChannel, aComment, type Channel } from './a-channel'

const html = `<section data-ms-channel="book">
  <form data-ms-post="form"><textarea></textarea><button>Send</button></form>
  <b data-ms-post="totalCount">…</b>
  <p data-ms-post="typing"><i data-ms-post-creator="first-name">Somebody</i> writes</p>
  <p data-ms-post="empty">Nothing</p>
  <div data-ms-post="container">
    <article data-ms-post="item" hidden>
      <i data-ms-post-creator="first-name">A guest</i>
      <p data-ms-post="content"></p>
      <button data-ms-post="edit">Edit</button>
      <button data-ms-post="upvote">Good</button>
      <em data-ms-content="members">Only for members</em>
      <form data-ms-post="form"><textarea></textarea></form>
      <button data-ms-post="showThreads">Answers</button>
      <div data-ms-thread="container">
        <p data-ms-thread="item"><span data-ms-thread="content"></span></p>
        <form data-ms-thread="form"><textarea></textarea></form>
      </div>
    </article>
  </div>
  <button data-ms-post="loadMore">More</button>
</section>`
const member = aMember()
afterEach(() => {
  leavePage()
  vi.useRealTimers()
})

const open = (channel: Channel, who: typeof member | null = member) =>
  mountPage(html, { client: channel.client, member: who })
const items = () => [...document.querySelectorAll<HTMLElement>('[data-ms-post=item][id]')]
const texts = () => items().map((item) => item.querySelector('[data-ms-post=content]')?.textContent)
const field = (selector: string) => {
  const element = find(selector)
  if (!(element instanceof HTMLTextAreaElement)) throw new Error(`${selector} is no field`)
  return element
}
const look = async () => {
  document.dispatchEvent(new Event('visibilitychange'))
  await settle()
}

test('posts are before the template, newest first, each with its data', async () => {
  await open(aChannel(['One', 'Two']))
  expect(texts()).toEqual(['Two', 'One'])
  expect(items().map((item) => item.querySelector('i')?.textContent)).toEqual(['Bob', 'Bob'])
  expect(find('[data-ms-post=totalCount]').textContent).toBe('2')
  expect(isShown(find('[data-ms-post=item]:not([id])'))).toBe(false)
  expect(isShown(find('[data-ms-post=empty]'))).toBe(false)
  expect(isShown(find('[data-ms-post=loadMore]'))).toBe(false)
})

test('an empty channel says so', async () => {
  await open(aChannel())
  expect(isShown(find('[data-ms-post=empty]'))).toBe(true)
})

test('what a change leaves alone stays the same node, and so does what is written in it', async () => {
  const channel = aChannel(['One', 'Two'])
  await open(channel)
  const [two, one] = items()
  const reply = one?.querySelector<HTMLTextAreaElement>('[data-ms-thread=form] textarea')
  if (reply) reply.value = 'half'
  channel.posts.push(aComment('Three'))
  channel.posts.splice(0, 1, { ...channel.posts[0]!, content: 'One!', nodes: ['One!'] })
  channel.change()
  await look()
  expect(texts()).toEqual(['Three', 'Two', 'One!'])
  expect(items().slice(1)).toEqual([two, one])
  expect(items()[2]?.querySelector('[data-ms-thread=form] textarea')).toBe(reply)
  expect(reply?.value).toBe('half')
})

test('only the channel is asked while nothing has changed', async () => {
  const { client } = await open(aChannel(['One']))
  await look()
  expect([client.getChannelInfo.mock.calls.length, client.getPosts.mock.calls.length]).toEqual([2, 1])
})

/** A page whose stream the test controls. */
async function openLive(channel: Channel) {
  const stream = Object.assign(new EventTarget(), { readyState: 1, close: () => {} })
  const { client } = await mountPage(html, { client: channel.client, member, live: () => stream })
  return {
    name: (version: number) => stream.dispatchEvent(new MessageEvent('change', { data: String(version) })),
    /** Requests so far. */
    asked: () => [client.getChannelInfo.mock.calls.length, client.getPosts.mock.calls.length],
  }
}

test('at load a channel is asked for once, though the stream names its version at once', async () => {
  const channel = aChannel(['One'])
  const { name, asked } = await openLive(channel)
  name(1)
  await settle()
  expect(asked()).toEqual([1, 1])
  await settle()
})

test('a version that the stream names during the first read is compared with the answer', async () => {
  const channel = aChannel(['One'])
  const answer = channel.client.getChannelInfo.getMockImplementation()!
  const held: (() => void)[] = []
  channel.client.getChannelInfo.mockImplementation(async (input) => {
    const read = await answer(input)
    await new Promise<void>((resolve) => held.push(resolve))
    return read
  })
  const { name, asked } = await openLive(channel)
  name(1)
  held.pop()?.()
  await settle()
  expect(asked()).toEqual([1, 1])

  channel.change()
  name(2)
  await settle()
  channel.change()
  for (const version of [3, 3, 3]) name(version)
  held.pop()?.()
  await settle()
  expect(asked()).toEqual([3, 2])
  held.pop()?.()
  await settle()
  expect(asked()).toEqual([3, 3])
})

test('own writes are read once, and typing does not reload posts', async () => {
  const channel = aChannel(['One'])
  const { name, asked } = await openLive(channel)
  field('[data-ms-post=form] textarea').value = 'Two'
  find('[data-ms-post=form]').dispatchEvent(new SubmitEvent('submit', { bubbles: true }))
  await settle()
  name(2)
  await settle()
  expect([texts(), asked()]).toEqual([
    ['Two', 'One'],
    [2, 2],
  ])
  channel.type()
  name(3)
  await settle()
  expect(asked()).toEqual([3, 2])
})

test('a member’s post is sent once, as the text that it is, and the field is empty again', async () => {
  const { client } = await open(aChannel())
  field('[data-ms-post=form] textarea').value = 'a < b & c\nd'
  for (const _ of [1, 2]) find('[data-ms-post=form]').dispatchEvent(new SubmitEvent('submit', { bubbles: true }))
  await settle()
  expect(client.createPost.mock.calls.map(([sent]) => sent)).toEqual([
    { channelKey: 'book', content: 'a &lt; b &amp; c<br>d' },
  ])
  expect(field('[data-ms-post=form] textarea').value).toBe('')
  expect(items()).toHaveLength(1)
})

test('a visitor is asked to log in, nothing is sent, and the words stay', async () => {
  const { client } = await open(aChannel(['One']), null)
  field('[data-ms-post=form] textarea').value = 'words'
  find('[data-ms-post=form]').dispatchEvent(new SubmitEvent('submit', { bubbles: true }))
  await settle()
  expect(client.modalResult).toHaveBeenCalledWith('LOGIN')
  find('[data-ms-post=item][id] [data-ms-post=upvote]').click()
  await settle()
  expect(client.modalResult).toHaveBeenCalledTimes(2)
  expect([client.createPost, client.postVote].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  expect(field('[data-ms-post=form] textarea').value).toBe('words')
})

test('what fails is said, and what was typed stays', async () => {
  const channel = aChannel()
  channel.client.createPost.mockRejectedValue({ code: 'comment-refused', message: 'Not like this.' })
  await open(channel)
  field('[data-ms-post=form] textarea').value = 'words'
  find('[data-ms-post=form]').dispatchEvent(new SubmitEvent('submit', { bubbles: true }))
  await settle()
  expect(channel.client._showMessage).toHaveBeenCalledWith('Not like this.', true, find('[data-ms-post=form]'))
  expect(field('[data-ms-post=form] textarea').value).toBe('words')
})

test('edit opens a form with the text, Escape closes it, and who may not edit has no button', async () => {
  const channel = aChannel(['Old'])
  channel.posts[0]!.activeMemberMayEdit = true
  channel.posts.push(aComment('Of others'))
  channel.client.updatePost.mockImplementation(async ({ content }) => ({
    data: { ...channel.posts[0]!, content, nodes: [content] },
  }))
  await open(channel)
  const [others, own] = items()
  const button = (item: HTMLElement | undefined) => item!.querySelector<HTMLElement>('[data-ms-post=edit]')!
  const form = () => own!.querySelector<HTMLElement>('[data-ms-post=form]')!
  expect([isShown(button(others)), isShown(button(own)), isShown(form())]).toEqual([false, true, false])
  button(own).click()
  await settle()
  expect([isShown(form()), form().querySelector('textarea')?.value]).toEqual([true, 'Old'])
  form().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(isShown(form())).toBe(false)
  button(own).click()
  await settle()
  form().querySelector('textarea')!.value = 'New'
  form().dispatchEvent(new SubmitEvent('submit', { bubbles: true }))
  await settle()
  expect([isShown(form()), texts()[1]]).toEqual([false, 'New'])
})

test('replies are loaded when they are opened', async () => {
  const channel = aChannel(['One'])
  const [post] = channel.posts
  post!._count.Threads = 2
  channel.threads.set(post!.id, [aComment('First'), aComment('Second')])
  const { client } = await open(channel)
  const toggle = find('[data-ms-post=item][id] [data-ms-post=showThreads]')
  expect(client.getThreads).not.toHaveBeenCalled()
  expect(isShown(find('[data-ms-post=item][id] [data-ms-thread=container]'))).toBe(false)
  toggle.click()
  await settle()
  expect(toggle.getAttribute('aria-expanded')).toBe('true')
  expect([...document.querySelectorAll('[data-ms-thread=item][id]')].map((one) => one.textContent)).toEqual([
    'First',
    'Second',
  ])
})

test('more than twenty come in parts, and a new one on top pushes nothing off the end', async () => {
  const channel = aChannel(Array.from({ length: 25 }, (_, at) => `${at}`))
  await open(channel)
  expect(items()).toHaveLength(20)
  channel.posts.push(aComment('new'))
  channel.change()
  await look()
  expect([items().length, texts()[0], texts()[20]]).toEqual([21, 'new', '5'])
  find('[data-ms-post=loadMore]').click()
  await settle()
  expect([items().length, isShown(find('[data-ms-post=loadMore]'))]).toEqual([26, false])
})

test('gating holds in copies, for who comes and goes', async () => {
  await open(aChannel(['One']), null)
  expect(document.querySelector('[data-ms-post=item][id] em')).toBeNull()
  setMember(member)
  await settle()
  expect(document.querySelector('[data-ms-post=item][id] em')?.textContent).toBe('Only for members')
})

test('a typing member is named until the typing ends', async () => {
  const channel = aChannel()
  channel.typing = [{ id: 'mem_sb_bob', customFields: { 'first-name': 'Bob' }, profileImage: null }]
  await open(channel)
  const line = find('[data-ms-post=typing]')
  expect([isShown(line), line.textContent]).toEqual([true, 'Bob writes'])
  channel.typing = []
  await look()
  expect(isShown(line)).toBe(false)
})

test('others are notified once that a member is typing', async () => {
  const { client } = await open(aChannel())
  for (const _ of [1, 2, 3]) field('[data-ms-post=form] textarea').dispatchEvent(new Event('input', { bubbles: true }))
  expect(client.postIsTyping).toHaveBeenCalledTimes(1)
})

test('a channel that leaves the page removes its posts and stops; one that returns starts over', async () => {
  const channel = aChannel(['One'])
  await open(channel)
  const section = find('section')
  section.remove()
  await settle()
  channel.change()
  await look()
  expect(channel.client.getPosts).toHaveBeenCalledTimes(1)
  expect(section.querySelector('[id]')).toBeNull()
  document.body.append(section)
  await settle()
  expect(texts()).toEqual(['One'])
})

test('another key shows another channel', async () => {
  const channel = aChannel(['One'])
  await open(channel)
  channel.posts = [aComment('Elsewhere')]
  find('section').setAttribute('data-ms-channel', 'other')
  await settle()
  expect(channel.client.getPosts.mock.lastCall?.[0].channelKey).toBe('other')
  expect(texts()).toEqual(['Elsewhere'])
})

test('parts that no channel is around do nothing, and a failure is said once in the console', async () => {
  expectConsole('warn', /The comments of "book" could not be loaded/)
  const channel = aChannel(['One'])
  channel.client.getChannelInfo.mockRejectedValue({ code: 'service-unavailable', message: 'Later.' })
  await mountPage(`<p data-ms-post="content">as it was</p>${html}`, { client: channel.client })
  await look()
  expect(find('p').textContent).toBe('as it was')
  expect(items()).toEqual([])
})
