import type { Page, Route } from '@playwright/test'
import { expect, test } from './product-test'

const dialog = (page: Page) => page.getByRole('dialog')

/** The login page with these attributes on its root element. */
async function visit(page: Page, demo: string, attributes: Record<string, string> = {}): Promise<void> {
  await page.addInitScript((wanted) => {
    document.addEventListener('DOMContentLoaded', () => {
      for (const [name, value] of Object.entries(wanted)) document.documentElement.setAttribute(name, value)
    })
  }, attributes)
  await page.goto(`${demo}/modals/login.html`)
  await page.waitForFunction(() => window.$memberstackReady)
}

const open = (page: Page, name: 'LOGIN' | 'SIGNUP' = 'LOGIN', translations: Record<string, string> = {}) =>
  page.evaluate(([screen, texts]) => void window.$memberstackDom?.openModal(screen, { translations: texts }), [
    name,
    translations,
  ] as const)

test('modals use the language of the page, including the server’s errors', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/status of 401/)
  await visit(page, urls.demo, { lang: 'de-AT' })
  await open(page)
  await expect(dialog(page)).toHaveAccessibleName('Melden Sie sich an')
  await expect(dialog(page)).toHaveAttribute('lang', 'de')
  await dialog(page).getByLabel('E-Mail-Adresse').fill('nobody@example.com')
  await dialog(page).getByLabel('Passwort', { exact: true }).fill('wrong-password')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('alert')).toContainText('E-Mail-Adresse oder Passwort ist falsch.')
})

test('the page’s configuration sets another language, and single texts override it', async ({ page, urls }) => {
  await visit(page, urls.demo)
  await page.evaluate(() => {
    window.memberstackConfig = { language: 'fr' }
    window.memberstackTranslations = { login_to_your_account: 'Entrez' }
  })
  await open(page, 'LOGIN', { login: 'Allons-y' })
  await expect(dialog(page)).toHaveAccessibleName('Entrez')
  await expect(dialog(page).getByRole('button', { name: 'Allons-y' })).toBeVisible()
  await expect(dialog(page).getByLabel('Adresse e-mail')).toBeVisible()
})

test('Arabic reads from right to left, email addresses from left to right', async ({ page, urls }) => {
  await visit(page, urls.demo, { lang: 'ar' })
  await open(page)
  await expect(dialog(page)).toHaveCSS('direction', 'rtl')
  const email = dialog(page).getByLabel('البريد الإلكتروني')
  await expect(email).toHaveCSS('direction', 'ltr')
  const close = await dialog(page).getByRole('button', { name: 'إغلاق' }).boundingBox()
  const field = await email.boundingBox()
  expect(close?.x).toBeLessThan((field?.x ?? 0) + (field?.width ?? 0) / 2)
})

test('a page’s own direction is used', async ({ page, urls }) => {
  await visit(page, urls.demo, { lang: 'he', dir: 'rtl' })
  await open(page)
  await expect(dialog(page)).toHaveCSS('direction', 'rtl')
  await expect(dialog(page)).toHaveAttribute('lang', 'en')
})

test('no English shows while the language loads', async ({ page, urls }) => {
  let answer = (): void => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/translations/es.json', async (route) => {
    await asked
    await route.continue()
  })
  await visit(page, urls.demo, { lang: 'es' })
  await open(page)
  await expect(dialog(page)).toBeVisible()
  await expect(dialog(page).locator('output')).toHaveCSS('opacity', '0')
  await expect(dialog(page).getByRole('textbox')).toHaveCount(0)
  answer()
  await expect(dialog(page)).toHaveAccessibleName('Inicia sesión en tu cuenta')
  await expect(dialog(page).getByLabel('Correo electrónico')).toBeFocused()
})

for (const [problem, answer] of [
  ['cannot be had', (route: Route) => route.abort()],
  ['does not come', () => {}],
  ['is no JSON', (route: Route) => route.fulfill({ body: '<html>', headers: { 'access-control-allow-origin': '*' } })],
] as const) {
  test(`a language that ${problem} leaves a modal in English that works and reads from left to right`, async ({
    page,
    urls,
    expectedConsole,
  }) => {
    expectedConsole.push(/Failed to load resource/)
    await page.route('**/translations/ar.json', answer)
    await visit(page, urls.demo, { lang: 'ar', dir: 'rtl' })
    await open(page, 'SIGNUP')
    await expect(dialog(page)).toHaveAccessibleName('Create an account')
    await expect(dialog(page)).toHaveAttribute('lang', 'en')
    await expect(dialog(page)).toHaveCSS('direction', 'ltr')
    await expect(dialog(page).getByLabel('Email address')).toBeVisible()
  })
}

test('a late language is applied, and the input stays', async ({ page, urls }) => {
  let answer = (): void => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/translations/nl.json', async (route) => {
    await asked
    await route.continue()
  })
  await visit(page, urls.demo, { lang: 'nl' })
  await open(page)
  await dialog(page).getByLabel('Email address').fill('ada@example.com')
  answer()
  await expect(dialog(page).getByLabel('E-mailadres')).toHaveValue('ada@example.com')
  await expect(dialog(page)).toHaveAccessibleName('Log in op je account')
})

test('markup in texts is shown as text', async ({ page, urls }) => {
  await visit(page, urls.demo)
  const markup = '<img src=x onerror="window.hacked=1"><b>Go</b>'
  await open(page, 'LOGIN', { login: markup, login_to_your_account: markup, email_address: markup })
  await expect(dialog(page).getByRole('button', { name: markup })).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})
