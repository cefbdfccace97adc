import { expectModalGone } from '../account-modals'
import { linkFromMailbox, mailsTo } from '../mailbox'
import { findings, rulesIn } from '../axe-findings'
import { logInOrJoin } from '../log-in-or-join'
import { signUp } from '../sign-up'
import { waitUntil } from '../../support/wait-until'
import type { Page } from '@playwright/test'
import { reports, watchStreams } from './watch-streams'
import { answersIn, callApi, entries, entry, expect, openAs, sign, test, writePosts } from './open-guestbook'

/** Request counts by the last part of the path. */
function countRequests(page: Page): Record<string, number> {
  const counts: Record<string, number> = { info: 0, posts: 0, live: 0 }
  page.on('request', (request) => {
    const [, name] = /\/comments\/(?:channels\/)?(info|posts|live)\?/u.exec(request.url()) ?? []
    if (name !== undefined && request.method() === 'GET') counts[name] = (counts[name] ?? 0) + 1
  })
  return counts
}

test('data-ms-channel: a page sends one request at load, one for a change, and none for its own posts', async ({
  page,
  urls,
  email,
  book,
}) => {
  await writePosts(urls.api, book.key, `first-${email}`, ['There before'])
  const counts = countRequests(page)
  await watchStreams(page)
  await openAs(page, urls, book, email, 'Ada')
  await expect(entry(page, 'There before')).toBeVisible()
  await expect.poll(() => reports(page)).toBe(1)
  expect(counts).toEqual({ info: 1, posts: 1, live: 1 })
  await writePosts(urls.api, book.key, `second-${email}`, ['By another'])
  await expect(entry(page, 'By another')).toBeVisible()
  await expect.poll(() => reports(page)).toBe(2)
  expect(counts).toEqual({ info: 2, posts: 2, live: 1 })
  await page.evaluate(
    (channelKey) => window.$memberstackDom?.createPost({ channelKey, content: 'By this page' }),
    book.key,
  )
  await expect(entry(page, 'By this page')).toBeVisible()
  await expect.poll(() => reports(page)).toBe(3)
  expect(counts).toEqual({ info: 3, posts: 3, live: 1 })
})

test('data-ms-channel: a stream that the server refuses is replaced by asking', async ({
  page,
  urls,
  email,
  book,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 429/)
  let refused = 0
  await page.route('**/comments/live*', async (route) => {
    refused += 1
    await route.fulfill({
      status: 429,
      headers: { 'Access-Control-Allow-Origin': '*', 'Retry-After': '60' },
      json: { code: 'too-many-requests', message: 'Later.', retryAfterSeconds: 60 },
    })
  })
  await page.clock.install()
  await page.goto(book.url)
  await expect(page.getByText('No entries yet.')).toBeVisible()
  await writePosts(urls.api, book.key, email, ['Through the back door'])
  await page.clock.runFor(11_000)
  await expect(entry(page, 'Through the back door')).toBeVisible()
  await page.clock.runFor(5_000)
  expect(refused).toBe(1)
})

test('data-ms-post="typing": two people see each other write, live, and what is half written stays', async ({
  page,
  browser,
  urls,
  email,
  book,
}) => {
  await openAs(page, urls, book, email, 'Ada')
  const context = await browser.newContext()
  const other = await context.newPage()
  await openAs(other, urls, book, `bob-${email}`, 'Bob')
  await sign(page, 'Hello from Ada')
  await expect(entry(other, 'Hello from Ada')).toBeVisible()

  const post = entry(other, 'Hello from Ada')
  await post.getByRole('button', { name: /^Replies/ }).click()
  const answer = post.getByLabel('Your reply', { exact: true })
  await answer.pressSequentially('Half an ans')
  await expect(page.getByText('Bob is writing…')).toBeVisible()
  await sign(page, 'A second one')
  await expect(entries(other)).toHaveCount(2)
  await expect(answer).toHaveValue('Half an ans')
  await expect(answer).toBeFocused()
  await answer.pressSequentially('wer')
  await post.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(entry(page, 'Hello from Ada').getByRole('button', { name: /^Replies/ })).toHaveText(/\(1\)/)
  await expect(other.locator('[data-ms-channel] > [aria-live="polite"]')).toContainText('A second one')
  await expect(page.getByText('is writing…')).toBeHidden()
  await context.close()
})

test('data-ms-channel: a browser that is kept from the stream asks now and then', async ({
  page,
  urls,
  email,
  book,
  expectedConsole,
}) => {
  expectedConsole.push(/net::ERR_FAILED/)
  await page.route('**/comments/live*', (route) => route.abort())
  await page.clock.install()
  await page.goto(book.url)
  await expect(page.getByText('No entries yet.')).toBeVisible()
  await writePosts(urls.api, book.key, email, ['Through the back door'])
  await page.clock.runFor(11_000)
  await expect(entry(page, 'Through the back door')).toBeVisible()
})

test('data-ms-post="form": a visitor who logs in before posting keeps the text', async ({
  page,
  urls,
  email,
  book,
}) => {
  await signUp(urls.api, { email, password: 'a-good-password', customFields: { 'first-name': 'Ada' } })
  await page.goto(book.url)
  await expect(page.getByText('No entries yet.')).toBeVisible()
  await sign(page, 'Written as a visitor')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await logInOrJoin(dialog, email)
  await expectModalGone(dialog.page())
  await expect(page.getByLabel('Your entry', { exact: true })).toHaveValue('Written as a visitor')
  expect(page.url()).toBe(book.url)
  await page.getByRole('button', { name: 'Sign the book' }).dblclick()
  await expect(entry(page, 'Written as a visitor')).toHaveCount(1)
  await expect(page.getByText('1 entries')).toBeVisible()
})

test('data-ms-post="form": what the owner does not want is refused in words, and stays in the field', async ({
  page,
  urls,
  email,
  book,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  await openAs(page, urls, book, email, 'Ada')
  await sign(page, 'Win the lottery')
  await expect(page.locator('[data-ms-message="error"]')).toBeVisible()
  await expect(page.getByLabel('Your entry', { exact: true })).toHaveValue('Win the lottery')
  await expect(entries(page)).toHaveCount(0)
})

test('data-ms-post="subscribe": mails about answers, which one click ends', async ({ page, urls, email, book }) => {
  const token = await openAs(page, urls, book, email, 'Ada')
  await page.evaluate(() => window.$memberstackDom?.sendMemberVerificationEmail())
  const link = await linkFromMailbox(urls.api, email, '/account/verify-email')
  const other = await page.context().newPage()
  await other.goto(link)
  await other.getByLabel(/password/i).fill('a-good-password')
  await other.getByRole('button', { name: 'Verify email' }).click()
  await expect(other.getByRole('button', { name: 'Verify email' })).toHaveCount(0)
  await other.close()
  const subscribe = page.getByRole('button', { name: 'Email me about replies' })
  await subscribe.click()
  await expect(subscribe).toHaveAttribute('aria-pressed', 'true')
  const { data } = await callApi(urls.api, '/comments/posts', token, { channelKey: book.key, content: 'Answer me' })
  const answerer = await signUp(urls.api, { email: `other-${email}`, password: 'a-good-password' })
  await callApi(urls.api, '/comments/threads', answerer, { postId: data.id, content: 'Here you are' })
  const end = await linkFromMailbox(urls.api, email, '/account/unsubscribe')
  expect((await mailsTo(urls.api, email))[0]?.text).toContain('Here you are')
  const answer = await fetch(end, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
  expect(answer.ok).toBe(true)
  await page.reload()
  await expect(subscribe).toHaveAttribute('aria-pressed', 'false')
  await subscribe.press('Enter')
  await expect(subscribe).toHaveAttribute('aria-pressed', 'true')
})

test('data-ms-post="isModerator", data-ms-post="ownerProfileImage": show the author to all visitors', async ({
  page,
  urls,
  email,
  book,
}) => {
  await writePosts(urls.api, book.key, email, ['By a guest'])
  await page.goto(book.url)
  const post = entry(page, 'By a guest')
  await expect(post.locator('[data-ms-post="ownerProfileImage"]')).toHaveAttribute('src', `${urls.demo}/icon.svg`)
  await expect(post.locator('[data-ms-post="isModerator"]')).toBeHidden()
})

test('data-ms-channel: nothing to find for axe, open answers and forms too', async ({ page, urls, email }) => {
  await openAs(page, urls, { url: `${urls.demo}/comments/guestbook.html` }, email, 'Ada')
  await sign(page, email)
  const post = entry(page, email)
  await post.getByRole('button', { name: /^Replies/ }).click()
  await post.getByLabel('Your reply', { exact: true }).fill('An answer')
  await post.getByRole('button', { name: 'Answer', exact: true }).click()
  await expect(answersIn(post)).toHaveCount(1)
  await answersIn(post).getByRole('button', { name: 'Edit' }).click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findings(page, rulesIn(colorScheme))).toEqual([])
  }
})

test('window.$msChannelEvents: a page’s script hears of posts', async ({ page, urls, email, book }) => {
  await page.goto(book.url)
  await expect(page.getByText('No entries yet.')).toBeVisible()
  await page.evaluate(() => {
    const heard: unknown[] = []
    Object.assign(window, { heard })
    for (const name of ['post', 'change'])
      window.$msChannelEvents?.addEventListener(name, (event) => {
        if (event instanceof CustomEvent) heard.push([event.type, event.detail.channelKey])
      })
  })
  await writePosts(urls.api, book.key, email, ['News'])
  await waitUntil('the script has heard of it', async () => {
    const heard = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'heard')))
    return heard.includes(JSON.stringify(['post', book.key])) && heard.includes(JSON.stringify(['change', book.key]))
  })
})
