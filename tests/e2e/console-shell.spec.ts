import { consoleTest as test, faults, loaded } from './console-page'
import { expect } from './product-test'

test('the demo owner logs in, invites a person and signs out, under a strict policy', async ({
  page,
  urls,
  request,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  // Home has a line over the days only if there is something to draw.
  const headers = { 'X-API-KEY': 'sk_sb_demo' }
  expect((await request.post(`${urls.api}/admin/members`, { headers, data: { email } })).status()).toBe(200)
  await page.goto(`${urls.api}/console/apps/app_demo/team`)
  await expect(page).toHaveURL(/\/console\/login\?to=/)
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue as the demo owner' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
  await expect(page.getByText('You see test members and test payments.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(await faults(page)).toEqual([])

  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to or search' })
  await expect(palette.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('dark')
  await page.keyboard.press('Enter')
  await expect(palette).toBeHidden()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  // Screens and members too, also with Apple's key.
  await page.keyboard.press('Meta+k')
  await page.keyboard.type(email)
  await palette.getByRole('menuitem', { name: email }).waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: email })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('audit')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeFocused()

  const bar = page.locator('.mode-bar')
  const colorOf = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor)
  const colorOfTest = await colorOf()
  await page.getByRole('button', { name: 'Switch to live' }).click()
  await expect(page.getByText('You see real members and real payments.')).toBeVisible()
  expect(await colorOf()).not.toBe(colorOfTest)
  await page.getByRole('button', { name: 'Switch to Test Mode' }).click()

  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeFocused()
  const signups = page.getByRole('region', { name: 'Sign-ups', exact: true })
  await signups.getByRole('button', { name: 'Show as table' }).click()
  await expect(signups.getByRole('table', { name: 'Sign-ups per day' }).getByRole('row')).toHaveCount(31)
  expect(await faults(page)).toEqual([])
  await page.getByRole('button', { name: /Period$/ }).click()
  await page.getByRole('option', { name: '90 days' }).click()
  await expect(signups.getByRole('row')).toHaveCount(91)
  const lists = page.getByRole('region').getByRole('link', { name: /^Open list: |^Members whose payment/ })
  const addresses = await lists.evaluateAll((links) => links.map((link) => String(link.getAttribute('href'))))
  expect(new Set(addresses.map((address) => /\?(\w+)/.exec(address)?.[1]))).toEqual(
    new Set(['subscribed', 'paidFrom', 'joinedFrom', 'lastLoginFrom', 'firstPaidFrom', 'failedPayment']),
  )
  for (const address of addresses) {
    await page.goto(urls.api + address)
    await expect(page.getByRole('list', { name: 'Filters' })).toBeVisible()
    await expect(page.locator('#content').getByRole('alert')).toHaveCount(0)
    await loaded(page)
  }

  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await page.getByRole('button', { name: 'Invite a person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a person' })
  await expect(dialog.getByRole('radio', { name: /^Support/ })).toBeChecked()
  expect(await faults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Invite a person' })).toBeFocused()

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/console\/login$/)
  await page.goto(`${urls.api}/console/apps/app_demo/team`)
  await expect(page).toHaveURL(/\/console\/login/)
})

test('the console reads from right to left and shows no text outside of its catalogue', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await page.addInitScript(() => localStorage.setItem('console-language', 'ar-XB'))
  await page.goto(`${urls.api}/console/setup#token`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.*\]$/)
  const labels = await page.locator('label').allTextContents()
  expect(labels.length).toBe(3)
  expect(labels.filter((label) => !/^\[.*\]$/.test(label))).toEqual([])
  expect(await faults(page)).toEqual([])
})
