import type { Locator, Page } from '@playwright/test'
import { screenRows } from '../../console/app/screens'
import { appTexts } from '../../console/texts/english/app'
import { consoleTest as test, expectWatched, faults, loaded, openScreen, POLICY_BREAK, shootAll } from './console-page'
import {
  failAndRetry,
  faultsMirrored,
  reachByTab,
  roleWithout,
  showWithoutRight,
  watchSlowLoad,
} from './console-states'
import { expect } from './product-test'
import { checkNames } from './published-names'

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

/** Someone to show: some members have a second line, their name. */
test.beforeEach(async ({ request, urls, email }) => {
  const headers = { 'X-API-KEY': 'sk_sb_demo' }
  for (const name of ['Ada', 'Grace', 'Katherine']) {
    const data = { email: `${name}-${email}`, customFields: { 'first-name': name } }
    expect((await request.post(`${urls.api}/admin/members`, { headers, data })).status()).toBe(200)
  }
})

for (const { path, label, right } of screenRows) {
  const action = mainActions[path]
  const name = String(appTexts.get()[label])

  test(`${name}: keyboard, axe, narrow windows, a slow network, an error and no right`, async ({
    page,
    urls,
    expectedConsole,
    violations,
  }) => {
    if (!action) throw new Error(`The screen ${path} has no main action in this test.`)
    expectedConsole.push(/status of (401|403|500)/, POLICY_BREAK)
    await openScreen(page, urls.api, path)
    const heading = page.getByRole('heading', { level: 1, name, exact: true })
    await expect(heading).toBeVisible()
    await loaded(page)
    await expect(action(page)).toBeVisible()
    if (path === 'members') await checkNames(page, 'members')
    expect(await reachByTab(page, action(page)), 'by keyboard').toBe(true)
    // Some of 250 equal lines; axe reads all of them from right to left.
    if (path === 'settings/texts') await action(page).fill('email')
    expect(await faults(page, name)).toEqual([])
    await expectWatched(page, violations)

    await watchSlowLoad(page, name, heading)
    await expect(action(page)).toBeVisible()

    await failAndRetry(page, name)
    await expect(action(page)).toBeVisible()

    await showWithoutRight(page, roleWithout(right))
    await expect(page.getByRole('heading', { name: 'You don’t have access to this' }).first()).toBeVisible()
    // Who can grant it is on the list of the team, which is refused here too.
    const whom = path === 'team' ? 'an owner of this app' : 'Demo owner'
    await expect(page.getByText(`Ask ${whom} to change your role.`).first()).toBeVisible()
    await shootAll(page, `${name}-no right`)
  })

  test(`${name}: from right to left, with longer texts`, async ({ page, urls, expectedConsole }) => {
    expectedConsole.push(/status of 401/)
    await openScreen(page, urls.api, path)
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    expect(await faultsMirrored(page, name)).toEqual([])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.*\]$/)
    // Menus read the locale themselves.
    await page.locator('.navigation button').first().click()
    await expect(page.getByRole('menu')).toBeVisible()
  })
}
