import type { Page } from '@playwright/test'
import { expect, test } from '../product-test'
import { openAsMember, openAsVisitor } from '../watch-gates'

const hideOrRemove = '/gating/hide-or-remove.html'
const comments = (page: Page, within: string): Promise<number> =>
  page
    .locator(within)
    .evaluate((section) => [...section.childNodes].filter((node) => node.nodeType === Node.COMMENT_NODE).length)
/** The form data, and whether the browser would allow the submit. */
const sent = (page: Page): Promise<[string[], boolean]> =>
  page.locator('form').evaluate((form) => {
    if (!(form instanceof HTMLFormElement)) throw new Error('no form')
    return [[...new FormData(form).keys()], form.checkValidity()]
  })

test('data-ms-gating="remove": a comment replaces hidden content, and the same element returns', async ({
  page,
  urls,
  email,
}) => {
  await openAsVisitor(page, urls.demo + hideOrRemove)
  await expect(page.locator('#removed p')).toHaveText([/^For visitors/])
  expect(await comments(page, '#removed .either')).toBe(1)
  const visitors = await page.locator('#removed p').elementHandle()
  await openSession(page, email)
  await expect(page.locator('#removed p')).toHaveText([/^For members/])
  await page.evaluate(() => window.$memberstackDom?.logout())
  await expect(page.locator('#removed p')).toHaveText([/^For visitors/])
  expect(await visitors?.evaluate((node) => node.isConnected)).toBe(true)
})

test('data-ms-gating="hide": hidden content stays in the page, takes no space and is in no form', async ({
  page,
  urls,
  email,
}) => {
  await openAsVisitor(page, urls.demo + hideOrRemove)
  await expect(page.locator('#hidden > p')).toHaveCount(2)
  await expect(page.getByText('For members. For visitors, this is here')).toBeHidden()
  await page.getByLabel('Your question').fill('Why?')
  expect(await sent(page)).toEqual([['question'], true])
  await openSession(page, email)
  await expect(page.getByLabel('Your customer number')).toBeVisible()
  expect(await sent(page)).toEqual([['question', 'number'], false])
  await page.getByLabel('Your customer number').fill('7')
  await page.evaluate(() => window.$memberstackDom?.logout())
  await expect(page.getByLabel('Your customer number')).toBeHidden()
  // Enter presses the first visible submit button, even after a hidden one.
  await page.getByLabel('Your question').press('Enter')
  await page.waitForURL(/question=Why/)
  expect(new URL(page.url()).search).toBe('?question=Why%3F')
})

test('data-ms-gating: a change takes effect at once', async ({ page, urls }) => {
  await openAsVisitor(page, urls.demo + hideOrRemove)
  await expect(page.locator('#removed p')).toHaveCount(1)
  await page.locator('#removed').evaluate((section) => section.setAttribute('data-ms-gating', 'hide'))
  await expect(page.locator('#removed p')).toHaveCount(2)
  await expect(page.locator('#removed p').first()).toBeHidden()
  await page.locator('#hidden').evaluate((section) => section.setAttribute('data-ms-gating', 'remove'))
  await expect(page.locator('#hidden > p')).toHaveCount(1)
  await expect(page.locator('#number')).toHaveCount(0)
})

test('data-ms-bind:style: shows members what its author hid, and undoes it', async ({ page, urls, email }) => {
  await openAsVisitor(page, `${urls.demo}/gating/bind.html`)
  await expect(page.locator('#known')).toBeVisible()
  await expect(page.locator('#style')).toHaveCount(0)
  await openSession(page, email)
  await expect(page.locator('#style')).toBeVisible()
  const style = page.locator('#style')
  await style.evaluate((section) => section.setAttribute('data-ms-bind:style', 'display: flex; --tint: red'))
  await expect(style).toHaveCSS('display', 'flex')
  await style.evaluate((section) => section.setAttribute('data-ms-gating', 'hide'))
  await page.evaluate(() => window.$memberstackDom?.logout())
  await expect(style).toBeHidden()
  await expect(style).toHaveAttribute('style', 'display: none;')
})

test('data-ms-bind:class: is set while the condition is true, and the author’s own classes stay', async ({
  page,
  urls,
  email,
}) => {
  await openAsVisitor(page, `${urls.demo}/gating/bind.html`)
  await expect(page.locator('#class')).toHaveClass('card good')
  await openSession(page, email)
  await expect(page.locator('#class')).toBeHidden()
  await expect(page.locator('#class')).toHaveClass('card')
  await openAsMember(page, urls, '/gating/bind.html', `again-${email}`)
  await expect(page.locator('#style')).toBeVisible()
  expect(await page.evaluate(() => window.gatesSeen.has('!members'))).toBe(false)
})

test('data-ms-bind:style and data-ms-bind:class work under the strictest policy', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/csp/strict.html`)
  await page.evaluate(() => {
    const box = document.createElement('p')
    box.id = 'bound'
    box.hidden = true
    box.setAttribute('data-ms-bind:style', 'display: block; color: rgb(1, 2, 3)')
    box.setAttribute('data-ms-bind:class', 'on')
    document.querySelector('main')?.append(box)
  })
  await expect(page.locator('#bound')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.locator('#bound')).toHaveClass('on')
})

test('the focus stays nearby after a login, and nothing scrolls', async ({ page, urls, email }) => {
  await page.setViewportSize({ width: 360, height: 500 })
  await openAsVisitor(page, `${urls.demo}/gating/members.html`)
  await page.getByRole('link', { name: 'Log in' }).focus()
  const before = await page.evaluate(() => scrollY)
  await openSession(page, email)
  await expect(page.getByRole('heading', { name: 'For members' })).toBeFocused()
  expect(await page.evaluate(() => scrollY)).toBe(before)
})

const openSession = (page: Page, email: string): Promise<unknown> =>
  page.evaluate(
    (address) => window.$memberstackDom?.signupMemberEmailPassword({ email: address, password: 'a-good-password' }),
    email,
  )
