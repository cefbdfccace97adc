import type { Page } from '@playwright/test'
import { MODAL_WIDTH_PX } from '../../contract/limits'
import { expect, test } from './product-test'

const dialog = (page: Page) => page.locator('#ms-light-modal dialog')

const PAGE_STYLES = `
  * { letter-spacing: 1em }
  button { text-transform: uppercase; background: red }
  input { display: none; border: 9px dotted }
  h2, p, label { font-size: 60px; float: right }
  form { visibility: hidden }
  body > div { display: none }
`

async function openLight(page: Page, demo: string, css = ''): Promise<void> {
  await page.goto(`${demo}/modals/login.html`)
  if (css) await page.addStyleTag({ content: css })
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => void window.$memberstackDom?.openModal('LOGIN', { lightDom: true }))
  await expect(dialog(page).locator('input[name=email]')).toBeVisible()
}

test('a login in the page’s own DOM is visible to password managers, and works', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await openLight(page, urls.demo)
  expect(await page.evaluate(() => document.querySelectorAll('form[method=post] input[type=password]').length)).toBe(1)
  await expect(dialog(page).locator('input[name=email]')).toBeFocused()
  await page.keyboard.type('nobody@example.com')
  await dialog(page).locator('input[type=password]').fill('wrong-password')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('Invalid')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('looks the same as in its shadow root, whatever styles the page has', async ({ page, urls }) => {
  await openLight(page, urls.demo, PAGE_STYLES)
  const button = dialog(page).locator('button[type=submit]')
  await expect(button).toHaveCSS('background-color', 'rgb(41, 98, 255)')
  await expect(button).toHaveCSS('text-transform', 'none')
  await expect(dialog(page).locator('h2').last()).toHaveCSS('font-size', '20px')
  await expect(dialog(page).locator('label').first()).toHaveCSS('letter-spacing', 'normal')
  const panel = dialog(page).locator('.panel')
  await expect.poll(async () => (await panel.boundingBox())?.width).toBe(MODAL_WIDTH_PX)
})

test('its styles do not reach the page', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/login.html`)
  const look = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('h1, p, button, a, section')].map((element) => {
        const { color, font, margin, padding, display, borderRadius } = getComputedStyle(element)
        return [element.tagName, color, font, margin, padding, display, borderRadius].join()
      }),
    )
  await page.waitForFunction(() => window.$memberstackReady)
  const before = await look()
  await page.evaluate(() => void window.$memberstackDom?.openModal('LOGIN', { lightDom: true }))
  await expect(dialog(page)).toBeVisible()
  expect((await look()).slice(0, before.length)).toEqual(before)
})

test('the page’s configuration can request it too, but a profile never uses it', async ({ page, urls }) => {
  await page.addInitScript(() => {
    window.memberstackConfig = { lightDom: true }
  })
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(dialog(page)).toBeVisible()
  await page.evaluate(() => {
    window.$memberstackDom?.hideModal()
    void window.$memberstackDom?.openModal('PROFILE', { lightDom: true }).catch(() => {})
  })
  await expect(page.locator('#ms-light-modal dialog[open]')).toHaveCount(0)
})

test('destroying the widget removes the modals from the page', async ({ page, urls }) => {
  await openLight(page, urls.demo)
  await page.evaluate(() => window.$memberstackDom?.destroy())
  await expect(page.locator('#ms-light-modal, ms-modal-host')).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
})
