import type { Page } from '@playwright/test'
import type { Branding } from '../../contract/entities'
import { expect, test } from './product-test'
import { slow, slowUnless } from './slow-tier'

const dialog = (page: Page) => page.getByRole('dialog')
const panel = (page: Page) => dialog(page).locator('.panel')
const button = (page: Page) => dialog(page).locator('button[type=submit]')
const WHITE = 'rgb(255, 255, 255)'
const DARK = 'rgb(26, 27, 31)'

interface Look {
  branding?: Partial<Branding>
  css?: string
  head?: string
  config?: Window['memberstackConfig']
}

async function openWith(page: Page, { api, demo }: { api: string; demo: string }, look: Look): Promise<void> {
  await page.route(`${api}/app-member`, async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    Object.assign(body.data.app.branding, look.branding)
    await route.fulfill({ response, json: body })
  })
  await page.goto(`${demo}/modals/login.html`)
  if (look.css) await page.addStyleTag({ content: look.css })
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate((config) => {
    window.memberstackConfig = config ?? {}
    void window.$memberstackDom?.openModal('LOGIN')
  }, look.config)
  await expect(button(page)).toBeVisible()
}

const surfaces: [name: string, system: 'light' | 'dark', look: Look, surface: string][] = [
  ['the page’s dark scheme', 'light', { css: ':root { color-scheme: dark }' }, DARK],
  ['the page’s light scheme', 'dark', { css: ':root { color-scheme: light }' }, WHITE],
  ['the system where the page can do both', 'dark', { css: ':root { color-scheme: light dark }' }, DARK],
  ['the branding', 'light', { branding: { theme: 'dark' } }, DARK],
  ['the configuration before the branding', 'dark', { branding: { theme: 'dark' }, config: { theme: 'light' } }, WHITE],
  [
    'the page again, where the configuration says auto',
    'light',
    { branding: { theme: 'dark' }, config: { theme: 'auto' }, css: ':root { color-scheme: light }' },
    WHITE,
  ],
]

for (const [name, system, look, surface] of surfaces) {
  test(`modals are light or dark after ${name}`, slowUnless(name.startsWith('the page')), async ({ page, urls }) => {
    await page.emulateMedia({ colorScheme: system })
    await openWith(page, urls, look)
    await expect(panel(page)).toHaveCSS('background-color', surface)
  })
}

test('corners, font and the colors of both schemes are the brand’s', async ({ page, urls }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openWith(page, urls, {
    branding: {
      cornerRadius: 8,
      fontFamily: '"Courier New", monospace',
      colors: { lightMode: { primaryButton: '#7a0000' }, darkMode: { background: 'navy', primaryButton: 'hotpink' } },
    },
    css: ':root { color-scheme: light dark }',
  })
  await expect(panel(page)).toHaveCSS('border-radius', '8px')
  await expect(panel(page)).toHaveCSS('background-color', 'rgb(0, 0, 128)')
  await expect(button(page)).toHaveCSS('border-radius', '5px')
  await expect(button(page)).toHaveCSS('background-color', 'rgb(255, 105, 180)')
  await expect(button(page)).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(button(page)).toHaveCSS('font-family', '"Courier New", monospace')
})

test('the page’s own font can be used', async ({ page, urls }) => {
  await openWith(page, urls, { branding: { fontFamily: 'inherit' }, css: 'body { font-family: Georgia, serif }' })
  await expect(button(page)).toHaveCSS('font-family', 'Georgia, serif')
})

const hostile = [
  'red; } * { display: none',
  'red,red/*',
  'red) , url(https://evil.example/a',
  'url(https://evil.example/a)',
  'image-set("https://evil.example/a" 1x)',
  'var(--x, url(https://evil.example/a))',
  '</style><script>window.hacked=1</script>',
  'expression(alert(1))',
  '\\72 ed; background: url(//evil.example)',
]

test('only valid branding values reach a style sheet', slow, async ({ page, urls, expectedConsole }) => {
  // As a logo, some are URLs on the page's own site.
  expectedConsole.push(/Failed to load resource/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  for (const value of hostile) {
    const names = [
      'primaryButton',
      'primaryButtonText',
      'background',
      'text',
      'titles',
      'links',
      'shadowColor',
      'error',
    ]
    const colors = Object.fromEntries(names.map((name) => [name, value]))
    const branding = { colors: { lightMode: colors, darkMode: colors }, fontFamily: value, logo: value }
    // A forged response may contain what the API refuses.
    await openWith(page, urls, { branding: { ...branding, ...JSON.parse(JSON.stringify({ cornerRadius: value })) } })
    await expect(panel(page)).toHaveCSS('background-color', WHITE)
    await expect(panel(page)).toHaveCSS('border-radius', '16px')
    await expect(button(page)).toHaveCSS('background-color', 'rgb(41, 98, 255)')
    await expect(button(page)).toHaveCSS('color', WHITE)
    await page.unrouteAll()
  }
  expect(asked.filter((url) => new URL(url).hostname === 'evil.example')).toEqual([])
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a logo is an image or nothing', slow, async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/)
  await openWith(page, urls, { branding: { logo: pixel } })
  await expect(dialog(page).getByRole('img', { name: 'Demo' })).toHaveCount(1)
  for (const logo of [
    'javascript:window.hacked=1',
    'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="window.hacked=1"/>',
    'data:text/html,<script>window.hacked=1</script>',
    'blob:null/x',
    '/no-such-logo.png',
    'http://[',
  ]) {
    await page.unrouteAll()
    await openWith(page, urls, { branding: { logo } })
    await expect(dialog(page).locator('img:not(.provider-icon img)')).toHaveCount(0)
  }
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})
