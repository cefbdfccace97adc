import type { Page } from '@playwright/test'
import { consoleTest as test, faults, logIn } from './console-page'
import { expect } from './product-test'

interface PageRow {
  /** Below `/console`. */
  path: string
  heading: string
  /** What else the page says. */
  says: RegExp
  /** Before the page opens. */
  arrange?: (page: Page) => Promise<unknown>
  /** What brings the state about. */
  act?: (page: Page) => Promise<unknown>
  /** For people who are logged in. */
  isInside?: true
}

/** The page reads a session without an app, of a person who creates none. */
async function leaveApps(page: Page): Promise<void> {
  // Read by the page itself: the server answers no other site.
  const { data } = await page.evaluate(async () => (await fetch('/console/session')).json())
  const json = { data: { ...data, apps: [], person: { ...data.person, isServerOwner: false } } }
  await page.route(/\/console\/session$/, (route) => route.fulfill({ json }))
  await page.goto(new URL('/console', page.url()).href)
}

const fail = (page: Page) =>
  page.route(/\/console\/session$/, (route) =>
    route.fulfill({ status: 500, json: { code: 'unknown-error', message: 'Something went wrong.' } }),
  )

/** Never answers. */
const hold = (page: Page) => page.route(/\/session\/invitation\/read$/, () => {})

async function fillSetup(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill('Ana Lima')
  await page.getByLabel('Email', { exact: true }).fill('ana@example.com')
  await page.getByLabel('Password', { exact: true }).fill('zebra-lantern-94-quilt')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('alert').waitFor()
}

/** The pages without an app, in all their states. */
const rows: Readonly<Record<string, PageRow>> = {
  'a setup link without its token': { path: '/setup', heading: 'Create your account', says: /link is not complete/ },
  'a setup link': { path: '/setup#token', heading: 'Create your account', says: /owns the server/ },
  'a setup link with a wrong token': {
    path: '/setup#token',
    heading: 'Create your account',
    says: /link/,
    act: fillSetup,
  },
  'an invitation without its token': { path: '/invitation', heading: 'Invitation', says: /link is not complete/ },
  'an invitation with a wrong token': { path: '/invitation#token', heading: 'Invitation', says: /invitation/ },
  'an invitation that loads': { path: '/invitation#token', heading: 'Invitation', says: /Loading/, arrange: hold },
  'the login': { path: '/login', heading: 'Log in', says: /Manage your membership apps/ },
  'the login for passkeys': { path: '/login?security', heading: 'Protect your account', says: /Log in once more/ },
  'a session that does not load': { path: '/apps', heading: 'Console', says: /Something went wrong/, arrange: fail },
  'a person without an app': {
    path: '',
    heading: 'No app yet',
    says: /no role in an app/,
    isInside: true,
    act: leaveApps,
  },
  'an unknown app': { path: '/apps/app_nobody', heading: 'Not found', says: /does not exist/, isInside: true },
  'an unknown screen': {
    path: '/apps/app_demo/no-such-screen',
    heading: 'Not found',
    says: /does not exist/,
    isInside: true,
  },
}

for (const [name, { path, heading, says, arrange, act, isInside }] of Object.entries(rows))
  test(`${name}: one heading of the first level, axe and narrow windows`, async ({ page, urls, expectedConsole }) => {
    expectedConsole.push(/status of (400|401|403|404|500)/)
    await arrange?.(page)
    const url = `${urls.api}/console${path}`
    await (isInside ? logIn(page, url) : page.goto(url))
    await act?.(page)
    await expect(page.locator('main')).toContainText(says)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText([heading])
    if (arrange !== hold) expect(await faults(page, name)).toEqual([])
  })
