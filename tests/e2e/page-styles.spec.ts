import type { Page } from '@playwright/test'
import { expectModalGone } from './account-modals'
import { expect, test } from './product-test'

const dialog = (page: Page) => page.getByRole('dialog')

async function openOn(page: Page, demo: string, css: string): Promise<void> {
  await page.goto(`${demo}/modals/login.html`)
  await page.addStyleTag({ content: css })
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => {
    void window.$memberstackDom?.openModal('LOGIN')
  })
}

for (const css of ['body > * { display: none }', 'ms-modal-host { display: none !important; visibility: hidden }']) {
  test(`the modal can be seen and used on a page with ${css}`, async ({ page, urls }) => {
    await openOn(page, urls.demo, css)
    await expect(dialog(page).getByLabel('Email')).toBeVisible()
    await expect(dialog(page).getByLabel('Email')).toBeFocused()
    await page.keyboard.press('Escape')
    await expectModalGone(page)
  })
}

test('style rules for all elements of the page do not break the modal', async ({ page, urls }) => {
  await openOn(page, urls.demo, '* { letter-spacing: 1em; text-transform: uppercase }')
  const label = dialog(page).getByText('Email address')
  await expect(label).toHaveCSS('letter-spacing', 'normal')
  await expect(label).toHaveCSS('text-transform', 'none')
})

async function showInDialog(page: Page, messages: string): Promise<void> {
  await page.goto(messages)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => {
    document.querySelectorAll('[data-ms-message]').forEach((element) => element.remove())
    const own = document.body.appendChild(document.createElement('dialog'))
    own.id = 'own'
    own.textContent = 'The page’s own dialog'
    own.showModal()
    window.$memberstackDom?._showMessage('Please try again.', true)
  })
}

test('a message over the page’s own modal dialog can be read and closed', async ({ page, urls }) => {
  await showInDialog(page, `${urls.demo}/messages/messages.html`)
  await expect(page.getByRole('alert')).toContainText('Please try again.')
  await page.getByRole('button', { name: 'Close message' }).click()
  await expect(page.locator('#ms-message')).toBeHidden()
})

test('a message stays after its dialog closes, and the next one is shown on the page', async ({ page, urls }) => {
  await showInDialog(page, `${urls.demo}/messages/messages.html`)
  await page.keyboard.press('Escape')
  await expect(page.locator('body > #ms-message')).toBeVisible()
  await page.evaluate(() => window.$memberstackDom?._showMessage('Another.'))
  await expect(page.locator('body > #ms-message')).toContainText('Another.')
})

test('the site’s home page starts with its four links, each large enough for a phone', async ({ page, urls }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(urls.site)
  const ways = await page
    .locator('.hero-text a:not(.hero-offer a, .claim-link)')
    .evaluateAll((links) =>
      links.map((link) => ({ to: link.getAttribute('href'), isLow: link.getBoundingClientRect().height < 44 })),
    )
  expect(ways).toEqual(['/create-trust-tag', '/verify', '/profile', '/partnership'].map((to) => ({ to, isLow: false })))
})

test('on the demo pages the link at the top, the fields and the checkbox share their edges', async ({ page, urls }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${urls.demo}/forms/signup.html`)
  const left = async (selector: string) => (await page.locator(selector).first().boundingBox())?.x
  expect(await left('.top a')).toBe(await left('main h1'))
  expect(await left('#first-name')).toBe(await left('input[type=checkbox]'))
})
