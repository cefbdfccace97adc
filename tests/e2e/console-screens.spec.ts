import type { Locator, Page, Route } from '@playwright/test'
import { mayDo, roleNames } from '../../contract/admin/rights'
import type { Right, Role } from '../../contract/admin/rights'
import { errors } from '../../contract/errors'
import { screenRows } from '../../console/app/screens'
import { appTexts } from '../../console/texts/english/app'
import { findings } from './axe-findings'
import { faults, loaded, NARROW, openScreen, overhang } from './console-page'
import { holdAnswers } from './page-recorder'
import { expect, test } from './product-test'
import { checkNames } from './published-names'
import { recordShifts } from './record-shifts'

/** The main action of each screen, reached by the Tab key. */
const mainActions: Readonly<Record<string, (page: Page) => Locator>> = {
  '': (page) => page.getByRole('button', { name: /Period$/ }),
  members: (page) => page.getByRole('searchbox', { name: 'Search members' }),
  plans: (page) => page.getByRole('button', { name: 'Add a plan' }),
  'gated-content': (page) => page.getByRole('button', { name: 'Add a group' }),
  profile: (page) => page.getByRole('button', { name: 'Add a field' }),
  'settings/design': (page) => page.getByRole('textbox', { name: 'Main button', exact: true }),
  'settings/texts': (page) => page.getByRole('searchbox', { name: 'Search texts and keys' }),
  install: (page) => page.getByRole('button', { name: 'Copy Script tag' }),
  'go-live': (page) => page.getByRole('button', { name: 'Save Stripe' }),
  credentials: (page) => page.getByRole('button', { name: 'Save Stripe' }),
  team: (page) => page.getByRole('button', { name: 'Invite a person' }),
  'audit-log': (page) => page.getByRole('button', { name: 'Download CSV' }),
}

const TABS_MAX = 45
const RIGHT_MISSING = 'right-missing'

const ADMIN = /\/admin\/(?!events)/
const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { code, message }, headers: { 'X-Request-Id': 'req-of-the-test' } })

/** A role without the right; null if every role has it. */
const roleWithout = (right: Right | null): Role | null =>
  (right && roleNames.find((role) => !mayDo(role, right))) ?? null

async function reachByTab(page: Page, target: Locator): Promise<boolean> {
  await page.locator('#content').focus()
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return true
    await page.keyboard.press('Tab')
  }
  return false
}

/** While answers are late, skeletons hold the place of what comes. */
async function watchSlowLoad(page: Page): Promise<void> {
  await page.addInitScript(recordShifts)
  const release = await holdAnswers(page, ADMIN)
  await page.reload()
  await expect(page.locator('#content .skeleton').first()).toBeVisible()
  release()
  await loaded(page)
  await page.unroute(ADMIN)
}

for (const { path, label, right } of screenRows) {
  const action = mainActions[path]
  const name = String(appTexts.get()[label])

  test(`${name}: keyboard, axe, narrow windows, a slow network, an error and no right`, async ({
    page,
    urls,
    expectedConsole,
  }) => {
    if (!action) throw new Error(`The screen ${path} has no main action in this test.`)
    expectedConsole.push(/status of (401|403|500)/)
    await openScreen(page, urls.api, path)
    const heading = page.getByRole('heading', { level: 1, name, exact: true })
    await expect(heading).toBeVisible()
    await loaded(page)
    await expect(action(page)).toBeVisible()
    if (path === 'members') await checkNames(page, 'members')
    expect(await reachByTab(page, action(page)), 'by keyboard').toBe(true)
    // Some of 250 equal lines; axe reads all of them from right to left.
    if (path === 'settings/texts') await action(page).fill('email')
    expect(await faults(page)).toEqual([])

    await watchSlowLoad(page)
    await expect(action(page)).toBeVisible()
    const shifts = await page.evaluate(() => window.shifts ?? [])
    expect(shifts.filter(({ value }) => value > 0.001)).toEqual([])

    const { message } = errors['unknown-error']
    const fail = refuse(500, 'unknown-error', message)
    await page.route(ADMIN, fail)
    await page.reload()
    const alert = page.locator('#content').getByRole('alert').first()
    await expect(alert).toContainText(message)
    await expect(alert).toContainText('req-of-the-test')
    await page.unroute(ADMIN, fail)
    // Parts of a screen may have failed apart.
    const retry = page.getByRole('button', { name: 'Retry' }).first()
    await expect(async () => {
      // It may leave in between.
      if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
      await expect(alert).toBeHidden({ timeout: 1_000 })
    }).toPass()
    await expect(action(page)).toBeVisible()

    await showWithoutRight(page, roleWithout(right))
    await expect(page.getByRole('heading', { name: 'You don’t have access to this' }).first()).toBeVisible()
    // Who can grant it is on the list of the team, which is refused here too.
    const whom = path === 'team' ? 'an owner of this app' : 'Demo owner'
    await expect(page.getByText(`Ask ${whom} to change your role.`).first()).toBeVisible()
  })

  test(`${name}: from right to left, with longer texts`, async ({ page, urls, expectedConsole }) => {
    expectedConsole.push(/status of 401/)
    await openScreen(page, urls.api, path)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    await page.evaluate(() => localStorage.setItem('console-language', 'ar-XB'))
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.*\]$/)
    await loaded(page)
    expect(await findings(page)).toEqual([])
    for (const size of [{ width: 1280, height: 800 }, ...NARROW]) {
      await page.setViewportSize(size)
      expect(await overhang(page), `${size.width} px`).toBe(0)
    }
    // Menus read the locale themselves.
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.locator('.navigation button').first().click()
    await expect(page.getByRole('menu')).toBeVisible()
  })
}

/** The page believes that the person has this role; without such a role, the server refuses what the screen reads. */
async function showWithoutRight(page: Page, role: Role | null): Promise<void> {
  if (role === null) {
    await page.route(ADMIN, (route) =>
      /\/admin\/staff\b/.test(route.request().url()) && !page.url().endsWith('/team')
        ? route.continue()
        : refuse(403, RIGHT_MISSING, errors[RIGHT_MISSING].message)(route),
    )
  } else {
    // Read by the page itself: the server answers no other site.
    const session = await page.evaluate(async () => (await fetch('/console/session')).json())
    for (const app of session.data.apps) app.role = role
    await page.route(/\/console\/session$/, (route) => route.fulfill({ json: session }))
  }
  await page.reload()
}
