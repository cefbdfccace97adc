import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '../../support/run-process'
import { payWith, plansOf } from '../checkout'
import { reports, watchStreams } from '../comments/watch-streams'
import { serveHtml } from '../serve-html'
import { consent } from '../social/consent-page'
import { currentEmail, expect, ready, stayLoggedIn, test } from './outside-test'

test('a login form of a page builder export takes in a new person with Google', async ({ page, outside, email }) => {
  await page.goto(`${outside}/jobs-login.html`)
  await ready(page)
  const opening = page.waitForEvent('popup')
  await page.getByText('Continue with Google').click()
  await consent(await opening, email)
  await expect.poll(() => currentEmail(page)).toBe(email)
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible()
})

test('a sign-up with an existing account logs in, and an offer says its own words', async ({
  page,
  outside,
  member,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 40\d/)
  await page.goto(`${outside}/jobs-login.html`)
  await page.getByPlaceholder('New email').fill(member.email)
  await page.getByPlaceholder('New password').fill(member.password)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByText(`Signed in as ${member.email}`)).toBeVisible()
  // A login without a redirect loads the page again.
  await page.waitForEvent('load')
  await ready(page)
  await page.getByText('Take the offer').click()
  await expect(page.getByText('Offer active')).toBeVisible()
  expect(await plansOf(page)).toEqual(['pln_newsletter ACTIVE'])
})

test('a buy link of the hosted checkout sells here; a checkout that was left can be paid later', async ({
  page,
  outside,
  member,
}) => {
  await stayLoggedIn(page, member)
  await page.goto(`${outside}/leave-account.html`)
  await ready(page)
  await expect(page.getByText('Return to your order')).toBeHidden()
  await page.getByRole('link', { name: 'Buy' }).click()
  await page.waitForURL('**/test/checkout?**')
  expect(page.context().pages()).toHaveLength(1)
  await page.goBack()
  await page.getByText('Return to your order').click()
  await payWith(page)
  await page.waitForURL(`${outside}/leave-account.html**`)
  await expect.poll(() => plansOf(page)).toEqual(['pln_pro ACTIVE prc_pro-monthly'])
  await expect(page.getByText('Return to your order')).toBeHidden()
  await page.getByText('Show test cards').click()
  await expect(page.getByRole('dialog', { name: 'Test Mode' })).toBeVisible()
})

test('an account is deleted after a question, in the language of the page, and the link is followed then', async ({
  page,
  outside,
  member,
}) => {
  await stayLoggedIn(page, member)
  await page.goto(`${outside}/leave-account.html`)
  await page.evaluate(() => (document.documentElement.lang = 'de'))
  await ready(page)
  await page.getByText('Delete my account').click()
  const dialog = page.getByRole('dialog', { name: 'Konto löschen?' })
  await expect(dialog.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  expect(page.url()).toBe(`${outside}/leave-account.html`)
  await dialog.getByRole('button', { name: 'löschen' }).click()
  await page.waitForURL(`${outside}/goodbye.html`)
})

test('a discussion in the markup of reference pages: written, liked, answered and deleted, and read once', async ({
  page,
  member,
  urls,
}) => {
  const reads: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === urls.api && /^\/comments\/(channels\/info|posts)$/.test(pathname)) reads.push(pathname)
  })
  await watchStreams(page)
  await stayLoggedIn(page, member)
  const file = await readFile(join(projectRoot, 'tests/fixtures/outside/discussion.html'), 'utf8')
  const own = file.replace('="discussion"', `="discussion-${Date.now()}"`).replace('{{api}}', urls.api)
  const served = await serveHtml(own)
  await page.goto(served.url)
  await ready(page)
  await expect.poll(() => reports(page)).toBe(1)
  expect(reads.toSorted()).toEqual(['/comments/channels/info', '/comments/posts'])

  const posts = page.locator('[data-ms-post="item"][id]')
  for (const text of ['First words', 'Second words']) {
    await page.getByPlaceholder('Write a comment').fill(text)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await expect(posts.first()).toContainText(text)
  }
  await posts.first().getByRole('button', { name: 'Like 0' }).click()
  await expect(posts.first().getByRole('button', { name: 'Like 1' })).toBeVisible()
  await posts.first().getByPlaceholder('Reply').fill('An answer')
  await posts.first().getByRole('button', { name: 'Send reply' }).click()
  await expect(posts.first().getByText('An answer')).toBeVisible()
  await posts.last().getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(posts).toHaveCount(1)
  served.close()
})
