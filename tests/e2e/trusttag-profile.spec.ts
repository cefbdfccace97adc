import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { findings, rulesIn } from './axe-findings'
import { expect, test } from './product-test'
import { slow } from './slow-tier'
import { storeSession } from './store-session'

const grace = { 'first-name': 'Grace', 'last-name': 'Hopper' }

/** A returning member. */
async function comeBack(page: Page, urls: { site: string; api: string }, email: string): Promise<void> {
  await storeSession(page, urls.site, urls.api, 'app_trusttag', email, { customFields: grace })
  await page.addInitScript((at) => {
    if (location.origin === at) localStorage.setItem('isLoggedIn', 'true')
  }, urls.site)
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const bar = (page: Page) => page.locator('.profile-bar output')

test('a visitor walks the sample with the keyboard and the back button', async ({ page, urls }) => {
  await arrive(page, `${urls.site}/profile`)
  await expect(page.getByText('Sample profile', { exact: true })).toBeVisible()
  await tab(page, 'My TrustTags').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, 'Activity')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel', { name: 'Activity' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()

  await tab(page, 'Settings').click()
  await expect(page).toHaveURL(`${urls.site}/profile#settings`)
  await page.goBack()
  await expect(tab(page, 'Activity')).toHaveAttribute('aria-selected', 'true')
  await page.goForward()
  await page.getByRole('switch', { name: 'Share Analytics Enabled' }).press('Enter')
  await expect(bar(page)).toHaveText('This is a sample profile. Log in to choose your own settings.')
  await page.locator('.profile-bar').getByRole('link', { name: 'Login' }).press('Enter')
  await expect(page).toHaveURL(`${urls.site}/login`)
  await page.goto(`${urls.site}/profile#activity`)
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
})

test('the login bar stays in view, and does not cover the focused element', async ({ page, urls }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await arrive(page, `${urls.site}/profile`)
  const login = page.locator('.profile-bar').getByRole('link', { name: 'Login' })
  await expect(login).toBeInViewport({ ratio: 1 })
  const links = page.getByRole('link', { name: /^View / })
  for (const link of await links.all()) {
    await link.focus()
    await expect(link).toBeInViewport({ ratio: 1 })
    // The page may still be scrolling.
    const isCovered = () =>
      link.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    await expect.poll(isCovered).toBe(false)
    await expect(login).toBeInViewport({ ratio: 1 })
  }
})

test('a sample TrustTag is shared by its link, which leads to its check', async ({ page, urls, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: urls.site })
  await arrive(page, `${urls.site}/profile`)
  await page.getByRole('button', { name: 'Share QuickBooks' }).click()
  await expect(bar(page)).toHaveText('The link to the TrustTag for QuickBooks has been copied.')
  const link = `${urls.site}/verify/TT-QB2024042`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await page.getByRole('link', { name: 'View QuickBooks' }).click()
  await expect(page).toHaveURL(link)
})

test('a returning member sees no sample content while loading, and changes their details', async ({
  page,
  urls,
  email,
}) => {
  await comeBack(page, urls, email)
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('h1')?.textContent === 'Samuel Okoro') document.documentElement.dataset['flashed'] = ''
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await arrive(page, `${urls.site}/profile`)
  const name = page.getByRole('heading', { level: 1 })
  await expect(name).toHaveText('Grace Hopper')
  await expect(page.locator('html')).not.toHaveAttribute('data-flashed')
  await expect(page.getByRole('link', { name: 'Create TrustTag' }).last()).toBeVisible()

  await page.getByRole('button', { name: 'Add your profession' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Profession').fill('Carpenter')
  await dialog.getByLabel('Last Name').fill('Murray')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(name).toHaveText('Grace Murray')
  await expect(page.getByText('Carpenter', { exact: true })).toBeVisible()
})

test('a member deletes the account after a first failure', async ({ page, urls, email, expectedConsole }) => {
  expectedConsole.push(/Failed to load resource/, /Membership deletion failed/)
  await comeBack(page, urls, email)
  await arrive(page, `${urls.site}/profile#settings`)
  const open = page.getByRole('button', { name: 'Delete Account' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('button', { name: 'Keep Account' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()

  await page.keyboard.press('Enter')
  await page.route('**/member', (route) => (route.request().method() === 'DELETE' ? route.abort() : route.continue()))
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('An unexpected error occurred. Please try again.')
  await page.unroute('**/member')
  await dialog.getByRole('button', { name: 'Delete Account' }).click()
  await expect(page).toHaveURL(`${urls.site}/`)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
  const keys = await page.evaluate(() =>
    ['userData', 'userEmail', 'memberData'].map((key) => localStorage.getItem(key)),
  )
  expect(keys).toEqual([null, null, null])
})

/** Runs in the page: records layout shifts of the profile and below. */
function recordMoves(): void {
  type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
  const isShift = (entry: PerformanceEntry): entry is Shift => 'sources' in entry
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries().filter(isShift))
      for (const { node } of sources)
        if (node?.parentElement?.closest('main, footer')) document.documentElement.dataset['moved'] = node.nodeName
  }).observe({ type: 'layout-shift', buffered: true })
}

for (const [who, width] of [
  ['visitor', 360],
  ['member', 1280],
] as const) {
  test(
    `no tab of a ${who}’s profile has an accessibility finding, moves or runs over at any width`,
    slow,
    async ({ page, urls, email }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      if (who === 'member') await comeBack(page, urls, email)
      await page.addInitScript(recordMoves)
      await page.setViewportSize({ width, height: 800 })
      await arrive(page, `${urls.site}/profile`)
      await expect(page.locator('html')).not.toHaveAttribute('data-moved')
      for (const name of ['My TrustTags', 'Activity', 'Settings']) {
        await tab(page, name).click()
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          expect.soft(await findings(page, rulesIn(colorScheme)), `${name}, ${colorScheme}`).toEqual([])
        }
        for (const at of [320, 360, 640, 768, 1280, 1920]) {
          await page.setViewportSize({ width: at, height: 800 })
          const over = await page.locator('.profile').evaluate((profile) => profile.scrollWidth - profile.clientWidth)
          expect.soft(over, `${name} at ${at}`).toBe(0)
        }
      }
    },
  )
}

test('a printed profile has its holder and the TrustTags, with the URLs of their checks', async ({ page, urls }) => {
  await arrive(page, `${urls.site}/profile#settings`)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(`${urls.site}/verify/TT-WD2024001`)).toBeVisible()
  for (const part of ['.tabs', '.profile-bar', '.quick-actions', '.tag-actions', '#panel-settings'])
    await expect(page.locator(`${part}:visible`), part).toHaveCount(0)
})
