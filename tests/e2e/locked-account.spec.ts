import { openModal, password } from './account-modals'
import { expect, test as base } from './product-test'
import { signUp } from './sign-up'
import { startProduct } from '../support/start-product'
import type { RunningProduct } from '../support/start-product'

/** A separate product with production limits. */
const test = base.extend<object, { strict: RunningProduct }>({
  strict: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires destructuring, even in a fixture without dependencies
    async ({}, provide) => {
      const product = await startProduct({ RATE_LIMIT_FACTOR: '1' })
      await provide(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  urls: async ({ strict }, provide) => provide(strict.urls),
})

/** Ten wrong passwords, and one attempt that must wait. */
async function lock(api: string, email: string): Promise<void> {
  const statuses = []
  for (let n = 0; n < 11; n += 1) {
    const headers = { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' }
    const body = JSON.stringify({ email, password: `wrong password ${n}` })
    statuses.push((await fetch(`${api}/auth/login`, { method: 'POST', headers, body })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
}

test('a locked account: a known browser logs in at once, a new one after proof of work', async ({
  page,
  browser,
  urls,
  email,
  expectedConsole,
}) => {
  // The puzzle comes with an error response, which browsers log.
  expectedConsole.push(/status of 401/)
  await signUp(urls.api, { email, password })
  const logIn = async (tab: typeof page) => {
    const logins: (string | undefined)[] = []
    tab.on('request', (request) => {
      if (request.url().endsWith('/auth/login')) logins.push(Object.keys(request.postDataJSON() ?? {}).join())
    })
    const dialog = await openModal(tab, urls.demo, 'LOGIN')
    await dialog.getByLabel('Email address').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await tab.keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    return logins
  }
  await logIn(page)
  await page.evaluate(() => window.$memberstackDom?.logout())
  await lock(urls.api, email)

  expect(await logIn(page)).toHaveLength(1)

  const context = await browser.newContext()
  const fresh = await context.newPage()
  const logins = await logIn(fresh)
  expect(logins).toEqual([expect.not.stringContaining('proofOfWork'), expect.stringContaining('proofOfWork')])
  const device = await fresh.evaluate(() => localStorage.getItem('_ms-device'))
  expect(device).toMatch(/^dev_/)
  await context.close()
})
