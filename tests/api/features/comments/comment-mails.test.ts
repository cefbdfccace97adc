import { expect, test } from 'vitest'
import { unsubscribe } from '../../../../api/features/comments/pages'
import { openGuestbook } from './open-guestbook'
import type { Guestbook } from './open-guestbook'

const subscribe = (book: Guestbook, writer: Awaited<ReturnType<Guestbook['join']>>) =>
  book.call('subscribeToChannel', { channelKey: 'guestbook', action: 'THREADS_ONLY' }, writer)

test('who takes part and wants to know is mailed about answers, but not about their own', async () => {
  const book = await openGuestbook()
  const [ann, bob, eve] = [
    await book.join('ann', { verified: true }),
    await book.join('bob', { verified: true }),
    await book.join('eve', { verified: true }),
  ]
  for (const one of [ann, bob, eve]) await subscribe(book, one)
  const { id } = await book.post(ann, 'Who is there?')
  await book.answer(bob, id, 'I am <b>here</b>')
  const [first, ...others] = await book.mails()
  expect(others).toEqual([])
  expect(first).toMatchObject({ to: 'ann@example.com' })
  expect(first?.text).toContain('I am here')
  expect(first?.text).toContain('http://localhost:4002/page.html')
  await book.answer(ann, id, 'Good')
  expect((await book.mails()).map(({ to }) => to)).toEqual(['bob@example.com'])
})

test('members who did not subscribe or have no verified address get no mail', async () => {
  const book = await openGuestbook()
  const [ann, bob] = [await book.join('ann', { verified: true }), await book.join('bob')]
  await subscribe(book, bob)
  const { id } = await book.post(ann, 'First')
  await book.answer(bob, id, 'Second')
  await book.answer(ann, id, 'Third')
  expect(await book.mails()).toEqual([])
})

test('one click ends the mails: by the page of the link, and by a mail program alone', async () => {
  const book = await openGuestbook()
  const [ann, bob] = [await book.join('ann', { verified: true }), await book.join('bob', { verified: true })]
  await subscribe(book, ann)
  const { id } = await book.post(ann, 'First')
  await book.answer(bob, id, 'Second')
  const [mail] = await book.mails()
  const url = new URL(mail?.unsubscribeUrl ?? '')
  expect(mail?.text).toContain(url.href)
  const request = { url, parameters: {}, cookie: null, referer: null, isSpeculative: false, ipAddress: '192.0.2.1' }
  const asked = await unsubscribe(book, { ...request, method: 'GET', form: null })
  expect(await asked.text()).toContain('Stop these emails')
  const subscription = async () =>
    (await book.call('getChannelInfo', { channelKey: 'guestbook' }, ann)).data.subscription
  expect(await subscription()).toBe('THREADS_ONLY')
  const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  for (let press = 0; press < 2; press += 1)
    expect((await unsubscribe(book, { ...request, method: 'POST', form })).status).toBe(200)
  expect(await subscription()).toBe('NONE')
  await book.answer(bob, id, 'Third')
  expect(await book.mails()).toEqual([])
  const wrong = new URL('/account/unsubscribe?token=nothing', url)
  expect((await unsubscribe(book, { ...request, url: wrong, method: 'POST', form })).status).toBe(410)
})
