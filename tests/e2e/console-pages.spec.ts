import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { mayDo, roleNames } from '../../contract/admin/rights'
import { screenRows } from '../../console/app/screens'
import { appTexts } from '../../console/texts/english/app'
import { expectWatched, faults, loaded, logIn, ownConsoleTest as test, POLICY_BREAK, watchPolicy } from './console-page'
import { failAndRetry, faultsMirrored, reachByTab, showWithoutRight, watchSlowLoad } from './console-states'
import { expect } from './product-test'

interface Place {
  /** Its path below `/console`, made of what it shows. */
  path: (request: APIRequestContext, api: string) => Promise<string>
  heading: string | RegExp
  /** Its main action, reached by the Tab key. */
  action: (page: Page) => Locator
  /** Reads nothing from the admin API before the person acts. */
  isStatic?: true
  /** Nothing loads into it after the page: the entrance. */
  isEntrance?: true
}

const HEADERS = { 'X-API-KEY': 'sk_sb_demo', 'Content-Type': 'application/json' }

async function addMember(request: APIRequestContext, api: string): Promise<string> {
  const data = { email: `pages-${Date.now().toString(36)}@example.com`, customFields: { 'first-name': 'Ida' } }
  const answer = await request.post(`${api}/admin/members`, { headers: HEADERS, data })
  return (await answer.json()).data.id
}

const at = (path: string) => () => Promise.resolve(path)

/** Pages below the screens of the navigation, and those without navigation. */
const places: Readonly<Record<string, Place>> = {
  'one member': {
    path: async (request, api) => `/apps/app_demo/members/${await addMember(request, api)}`,
    heading: 'Ida',
    action: (page) => page.getByRole('button', { name: 'More actions' }),
  },
  'bulk jobs': {
    path: at('/apps/app_demo/members/jobs'),
    heading: 'Bulk jobs',
    action: (page) => page.getByRole('link', { name: 'All members' }).first(),
  },
  'one plan': {
    path: at('/apps/app_demo/plans/pln_pro'),
    heading: 'Pro',
    action: (page) => page.getByRole('button', { name: 'Edit plan' }),
  },
  'hosted content': {
    path: at('/apps/app_demo/gated-content/hosted/cnt_welcome'),
    heading: 'Welcome',
    action: (page) => page.getByRole('button', { name: 'More actions' }),
  },
  'all apps': {
    path: at('/apps'),
    heading: 'All apps',
    action: (page) => page.getByRole('link', { name: 'New app' }),
  },
  'new app': {
    path: at('/new'),
    heading: 'Create an app',
    action: (page) => page.getByRole('button', { name: 'Next' }),
    isStatic: true,
  },
  login: {
    path: at('/login'),
    heading: 'Log in',
    action: (page) => page.getByRole('button', { name: 'Log in' }),
    isStatic: true,
    isEntrance: true,
  },
  'an unknown page': {
    path: at('/apps/app_demo/no-such-screen'),
    heading: 'Not found',
    action: (page) => page.getByRole('link', { name: 'Go to Home' }),
    isStatic: true,
  },
  'an app without a role': {
    path: at('/apps/app_nobody'),
    heading: 'Not found',
    action: (page) => page.getByRole('link', { name: 'All apps' }),
    isStatic: true,
  },
  setup: {
    path: at('/setup#token'),
    heading: /./,
    action: (page) => page.getByRole('button', { name: 'Create account' }),
    isStatic: true,
    isEntrance: true,
  },
}

async function open(page: Page, { isEntrance }: Place, url: string): Promise<void> {
  if (isEntrance) await page.goto(url)
  else await logIn(page, url)
}

for (const [name, place] of Object.entries(places)) {
  const { path, heading, action, isStatic } = place

  test(`${name}: keyboard, axe, narrow windows, a slow network and an error`, async ({
    page,
    urls,
    request,
    expectedConsole,
    violations,
  }) => {
    expectedConsole.push(/status of (401|403|500)/, POLICY_BREAK)
    await open(page, place, `${urls.api}/console${await path(request, urls.api)}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await loaded(page)
    expect(await reachByTab(page, action(page)), 'by keyboard').toBe(true)
    expect(await faults(page, name)).toEqual([])
    await expectWatched(page, violations)
    if (isStatic) return
    await watchSlowLoad(page, name)
    await expect(action(page)).toBeVisible()
    await failAndRetry(page, name)
    await expect(action(page)).toBeVisible()
  })

  test(`${name}: from right to left, with longer texts`, async ({ page, urls, request, expectedConsole }) => {
    expectedConsole.push(/status of 401/)
    await open(page, place, `${urls.api}/console${await path(request, urls.api)}`)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    expect(await faultsMirrored(page, name)).toEqual([])
  })
}

/** May read, but not change. */
const reader = roleNames.find((role) => mayDo(role, 'members.read') && !mayDo(role, 'members.write')) ?? null

test('people who only read get the pages of members and plans without what changes them', async ({
  page,
  urls,
  request,
  expectedConsole,
}) => {
  expectedConsole.push(/status of (401|403)/)
  const id = await addMember(request, urls.api)
  await logIn(page, `${urls.api}/console/apps/app_demo/members/${id}`)
  await loaded(page)
  await showWithoutRight(page, reader)
  await expect(page.getByRole('heading', { level: 1, name: 'Ida' })).toBeVisible()
  await expect(page.locator('.page-header').getByText(/^pages-.*@example\.com$/)).toBeVisible()
  await loaded(page)
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveAttribute('readonly')
  expect(await faults(page, 'one member, read-only')).toEqual([])
  await page.getByRole('link', { name: 'Plans', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plans' })).toBeVisible()
  await loaded(page)
  await expect(page.getByRole('button', { name: 'Add a plan' })).toHaveCount(0)
  expect(await faults(page, 'plans, read-only')).toEqual([])
})

test('a new app has something to say on every screen, and nothing wrong', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/status of 401/)
  await logIn(page, `${urls.api}/console/new`)
  const next = page.getByRole('button', { name: 'Next' })
  await page.getByLabel('App name').fill('Empty Club')
  await page.getByLabel('Site address').fill('https://empty.example')
  await next.click()
  await page.getByText('Free', { exact: true }).click()
  await next.click()
  await next.click()
  await page.getByRole('button', { name: 'Create app' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Install' })).toBeVisible()
  const app = page.url().replace(/\/install$/, '')
  let found = 0
  for (const { path, label } of screenRows) {
    await page.goto(app + (path && `/${path}`))
    await expect(
      page.getByRole('heading', { level: 1, name: String(appTexts.get()[label]), exact: true }),
    ).toBeVisible()
    await expect(page.locator('#content').getByRole('alert')).toHaveCount(0)
    await loaded(page)
    const empties = page.locator('#content .empty')
    const shown = await empties.evaluateAll((states) =>
      states.map(({ children }) => [...children].map(({ tagName }) => tagName.replace('A', 'BUTTON')).join(' ')),
    )
    expect(new Set([...shown, 'P BUTTON']), `one sentence and one button: ${label}`).toEqual(new Set(['P BUTTON']))
    found += shown.length
    expect(await faults(page, `empty ${label}`), label).toEqual([])
  }
  expect(found).toBeGreaterThan(3)
})

test('a person joins by an invitation, and a server owner leaves an app and becomes its owner again', async ({
  page,
  browser,
  urls,
  expectedConsole,
  violations,
}) => {
  expectedConsole.push(/status of (401|403)/)
  await logIn(page, `${urls.api}/console/apps/app_trusttag/team`)
  await page.getByRole('button', { name: 'Invite a person' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('eva@example.com')
  await page.getByText('Owner', { exact: true }).last().click()
  await page.getByRole('button', { name: 'Create invitation' }).click()
  const link = await page.getByRole('figure', { name: 'Invitation link' }).locator('code').textContent()
  await page.getByRole('button', { name: 'Done' }).click()

  const context = await browser.newContext()
  await watchPolicy(context, violations)
  const guest = await context.newPage()
  await guest.goto(String(link))
  await expect(guest.getByRole('heading', { level: 1, name: /TrustTag/ })).toBeVisible()
  expect(await faults(guest, 'invitation')).toEqual([])
  await guest.getByLabel('Name', { exact: true }).fill('Eva Moss')
  await guest.getByLabel('Password', { exact: true }).fill('zebra-lantern-94-quilt')
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await context.close()

  await page.reload()
  await page.getByRole('button', { name: 'Actions for Demo owner' }).click()
  await page.getByRole('menuitem', { name: 'Leave the team' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave the team' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()

  await page.getByRole('button', { name: /^App: / }).click()
  await page.getByRole('menuitem', { name: 'All apps' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All apps' })).toBeVisible()
  await page.getByRole('button', { name: 'Become an owner of TrustTag' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('the other owner gets an email')
  expect(await faults(page, 'all-apps-take')).toEqual([])
  await dialog.getByRole('button', { name: 'Become an owner' }).click()
  await page.getByRole('link', { name: 'Open TrustTag' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await expect(page).toHaveURL(/apps\/app_trusttag$/)
})
