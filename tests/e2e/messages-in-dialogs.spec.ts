import type { Page } from '@playwright/test'
import { expect, test } from './product-test'

const OWN =
  '<p class="before"></p><p id="own" data-ms-message="error">!<span data-ms-message-text></span><button data-ms-message-close>Dismiss</button></p><p class="after"></p>'

/** A page with its own message element. */
async function visit(page: Page, demo: string, html: string): Promise<void> {
  await page.goto(`${demo}/modals/login.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate((markup) => {
    const parsed = new DOMParser().parseFromString(markup, 'text/html')
    const section = document.createElement('section')
    section.id = 'place'
    section.style.cssText = 'color: rgb(255, 255, 255); background: rgb(10, 20, 30)'
    section.append(...parsed.body.childNodes)
    document.querySelector('main')?.prepend(section)
  }, html)
}

const openLogin = async (page: Page, lightDom = false): Promise<void> => {
  await page.evaluate((light) => void window.$memberstackDom?.openModal('LOGIN', { lightDom: light }), lightDom)
  await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
}
const say = (page: Page) => page.evaluate(() => window.$memberstackDom?._showMessage('Refused.', true))
const place = (page: Page) => page.evaluate(() => document.querySelector('#place')?.innerHTML)

for (const lightDom of [false, true]) {
  test(`the author’s message shows in an open modal and goes back to its place (light DOM: ${lightDom})`, async ({
    page,
    urls,
  }) => {
    await visit(page, urls.demo, OWN)
    const before = await place(page)
    await openLogin(page, lightDom)
    await say(page)
    await expect(page.locator('#own')).toBeInViewport()
    await expect(page.getByRole('alert').filter({ hasText: 'Refused.' })).toBeVisible()
    // Its background moves with it, so that the text stays readable.
    await expect(page.locator('#own')).toHaveCSS('color', 'rgb(255, 255, 255)')
    await expect(page.locator('#own').locator('..')).toHaveCSS('background-color', 'rgb(10, 20, 30)')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.locator('#own')).toBeHidden()
    await expect(page.getByRole('dialog')).toBeVisible()
    const after = await place(page)
    expect(after?.replace(' style="display: none;"', '')).toBe(before)
  })
}

test('a visible message moves into a modal that opens, and out of it again', async ({ page, urls }) => {
  await visit(page, urls.demo, OWN)
  await say(page)
  await openLogin(page)
  await expect(page.locator('#place #own')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.locator('#place > .before + #own')).toBeVisible()
})

test('the banner shows in the modal too', async ({ page, urls }) => {
  await visit(page, urls.demo, '')
  await openLogin(page)
  await say(page)
  await expect(page.locator('#ms-message')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(page.locator('#ms-message')).toBeHidden()
})

test('nodes of a framework are not moved: the banner shows their message', async ({ page, urls }) => {
  await visit(page, urls.demo, `<div data-reactroot>${OWN}</div>`)
  const before = await place(page)
  await openLogin(page)
  await say(page)
  await expect(page.locator('#ms-message')).toBeVisible()
  expect(await place(page)).toBe(before)
})

test('elements that the page removes stay removed', async ({ page, urls }) => {
  await visit(page, urls.demo, OWN)
  await openLogin(page)
  await say(page)
  await page.evaluate(() => document.querySelector('#own')?.remove())
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.locator('#own')).toHaveCount(0)
  await expect(page.locator('[slot=ms-message]')).toHaveCount(0)
})
