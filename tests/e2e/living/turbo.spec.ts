import type { Page } from '@playwright/test'
import { expect, logIn, logOut, ready, seenSince, test, traces } from './living-test'

const visit = async (page: Page, name: string) => {
  await page.locator('#visit').click()
  await expect(page.getByRole('heading', { name: `called ${name}` })).toBeVisible()
}

test('Drive’s visits are gated, and no snapshot shows member data after the logout', async ({ page, site, person }) => {
  await page.goto(`${site.url}/turbo/index.html`)
  await ready(page)
  await logIn(page, person)
  await expect(page.locator('#hello')).toHaveText(`Hello ${person.firstName}`)
  await seenSince(page)
  await visit(page, 'second')
  await expect(page.locator('#address')).toHaveText(`Your address: ${person.email}`)
  await visit(page, 'index')
  await visit(page, 'second')
  await expect(page.locator('#hello')).toHaveText(`Hello ${person.firstName}`)
  expect(await seenSince(page)).toEqual(['members'])
  await expect(page.locator('script[src*=membership]')).toHaveCount(1)

  await logOut(page)
  await expect.poll(() => traces(page, person)).toEqual([])
  await seenSince(page)
  // Back shows a snapshot from while a member was logged in, without a request.
  await page.evaluate(watchTexts)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'called index' })).toBeVisible()
  await expect(page.locator('form')).toBeVisible()
  expect(await traces(page, person)).toEqual([])
  // So does a visit to a cached page, before the new one is loaded.
  await visit(page, 'second')
  await visit(page, 'index')
  await expect(page.getByRole('heading', { name: 'called index' })).toBeVisible()
  await expect(page.locator('form')).toBeVisible()
  expect(await seenSince(page)).toEqual(['!members'])
  expect(await traces(page, person)).toEqual([])
  const texts = await page.evaluate(() => [...(window.textsSeen ?? [])].join('\n'))
  expect(texts).not.toContain(person.firstName)
  expect(texts).not.toContain(person.email)
})

test('frames and streams are gated and filled', async ({ page, site, person }) => {
  await page.goto(`${site.url}/turbo/index.html`)
  await ready(page)
  await page.getByText('Load the frame').click()
  await expect(page.getByText('In the frame: nobody')).toBeVisible()
  await page.getByText('Add by stream').click()
  await expect(page.getByText('By stream: nobody')).toHaveCount(1)
  await logIn(page, person)
  await expect(page.getByText(`In the frame: ${person.email}`)).toBeVisible()
  await expect(page.getByText(`By stream: ${person.email}`)).toHaveCount(1)
  await seenSince(page)
  await page.getByText('Load the frame again').click()
  await page.getByText('Add by stream').click()
  await expect(page.getByText(`By stream: ${person.email}`)).toHaveCount(2)
  expect(await seenSince(page)).toEqual(['members'])
  await logOut(page)
  await expect(page.getByText('By stream: nobody')).toHaveCount(2)
  await expect.poll(() => traces(page, person)).toEqual([])
})

test('Drive does not send our forms, and modals open on a page that it loaded', async ({ page, site, person }) => {
  await page.goto(`${site.url}/turbo/index.html`)
  await ready(page)
  await page.locator('[data-ms-modal=login]').hover()
  await visit(page, 'second')
  await page.locator('form').getByLabel('Email').fill(person.email)
  await page.locator('form').getByLabel('Password').fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.locator('#address')).toHaveText(`Your address: ${person.email}`)
  expect(site.received.filter(({ url, body }) => `${url}${body}`.includes(person.password))).toEqual([])
  expect(page.url()).toBe(`${site.url}/turbo/second.html`)
  await logOut(page)
  await logIn(page, person)
})

declare global {
  interface Window {
    textsSeen?: Set<string>
  }
}

/** Records all visible texts. */
function watchTexts(): void {
  window.textsSeen = new Set()
  const look = (): void => {
    window.textsSeen?.add(document.body.innerText)
    requestAnimationFrame(look)
  }
  look()
}
