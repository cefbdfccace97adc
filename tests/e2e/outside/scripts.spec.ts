import { expectModalGone } from '../account-modals'
import { currentEmail, expect, logInByDialog, ready, stayLoggedIn, test } from './outside-test'

const ways = ['at once', 'flag or event', 'loaded', 'parsed', 'polled', 'taken out', 'window']

test('every way to wait for the client works, for visitors and members', async ({ page, outside, member }) => {
  const reached = async () => (await page.evaluate((): string[] => Reflect.get(window, 'reached'))).toSorted()
  await page.goto(`${outside}/ready.html`)
  await expect.poll(reached).toEqual(ways.map((way) => `${way}:nobody`))
  await stayLoggedIn(page, member)
  await page.goto(`${outside}/ready.html?again`)
  await expect.poll(reached).toEqual(ways.map((way) => `${way}:${member.email}`))
})

test('scripts that read the stored member find it complete, current, and deleted after the logout', async ({
  page,
  outside,
  member,
}) => {
  await page.goto(`${outside}/course.html`)
  await page.waitForURL(`${outside}/login.html`)
  await page.locator('.main').getByLabel('Email address').fill(member.email)
  await page.locator('.main [name=Password]').fill(member.password)
  await page.getByLabel('Remember me').check()
  await page.getByRole('button', { name: 'Log in now' }).click()
  await page.waitForURL(`${outside}/course.html`)
  await ready(page)
  await expect(page.locator('#stored-email')).toHaveText(member.email)
  await expect(page.getByText('There is a first name')).toBeVisible()
  await expect(page.getByText('There is a company')).toHaveCount(0)
  await page.getByLabel('Company').fill('Engines')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your changes have been saved.')).toBeVisible()
  await page.getByRole('button', { name: 'What is stored now?' }).click()
  await expect(page.locator('#stored')).toHaveText('Engines')
  await page.getByText('Log out').click()
  await page.waitForURL(`${outside}/ready.html`)
  expect(await page.evaluate(() => localStorage.getItem('_ms-mem'))).toBe(null)
  expect(await page.evaluate(() => localStorage.getItem('_ms-mid'))).toBe(null)
})

test('modals opened by scripts: names in either case, hidden by the script, and later actions', async ({
  page,
  outside,
  member,
}) => {
  const dialog = page.getByRole('dialog')
  await page.goto(`${outside}/modals-by-script.html`)
  await ready(page)
  await page.locator('#forgot').click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('#published').click()
  await logInByDialog(page, member)
  await expect(page.locator('#said')).toHaveText('LOGIN true')
  await expectModalGone(dialog.page())

  await page.locator('#profile').click()
  await expect(dialog).toContainText('Profile')
  await page.keyboard.press('Escape')
  await page.locator('#signup').click()
  await expect(page.locator('#said')).toHaveText(`Launched for ${member.email}`)
  await page.locator('#leave').click()
  await expect.poll(() => currentEmail(page)).toBe(undefined)

  await page.locator('#lower').click()
  const reloaded = page.waitForEvent('load')
  await logInByDialog(page, member)
  await reloaded
  await ready(page)
  expect(await currentEmail(page)).toBe(member.email)
})

test('a script can wait for a modal', async ({ page, outside, member, email }) => {
  await page.goto(`${outside}/modals-by-script.html`)
  await page.locator('#signup').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(`new-${email}`)
  await dialog.getByLabel('Password', { exact: true }).fill('a-good-password')
  await page.keyboard.press('Enter')
  await expect(page.locator('#said')).toHaveText('Launched')
  await expectModalGone(dialog.page())
  await page.locator('#leave').click({ force: true })
  await expect.poll(() => currentEmail(page)).toBe(undefined)
  await page.locator('#awaited').click()
  await logInByDialog(page, member)
  await page.waitForURL(`${outside}/course.html`)
})

test('listeners for logins find the member, wrapped or not, and get the logout', async ({ page, outside, member }) => {
  const heard = () => page.evaluate((): string[] => Reflect.get(window, 'heard').splice(0))
  await page.goto(`${outside}/auth-change.html`)
  await ready(page)
  expect(await heard()).toEqual([])
  await page.getByText('Log in').click()
  await logInByDialog(page, member)
  await expect(page.getByText('Log out')).toBeVisible()
  const [first, second, third, json] = await heard()
  expect([first, second, third]).toEqual(['member', 'wrapped', 'either'].map((who) => `${who}:${member.email}`))
  expect(json).toMatch(/^json:\d{3}/)
  await page.getByText('Log out').click()
  await expect(page.getByText('Log in')).toBeVisible()
  expect(await heard()).toEqual(['member:nobody', 'either:nobody', 'json:4'])
})

test('a page that replaces the client with a wrapper still gets the ready event', async ({ page, outside, member }) => {
  await page.goto(`${outside}/interceptor.html`)
  await expect(page.locator('#state')).toHaveText('nobody')
  await expect(page.getByText('Visitors')).toBeVisible()
  expect(await page.evaluate(() => window.$memberstackReady)).toBe(true)
  expect(await page.evaluate(() => Reflect.get(window, 'calls'))).toEqual(['getCurrentMember'])
  await stayLoggedIn(page, member)
  await page.goto(`${outside}/interceptor.html?again`)
  await expect(page.locator('#state')).toHaveText(member.email)
  await expect(page.getByText('Members')).toBeVisible()
})

test('a tool that keeps its session in a cookie and polls', async ({ page, outside, member, expectedConsole }) => {
  expectedConsole.push(/"localhost" has no root domain/)
  await page.goto(`${outside}/cookies.html`)
  await expect(page.getByRole('heading', { name: 'Tool' })).toBeHidden()
  await logInByDialog(page, member)
  await expect(page.getByRole('heading', { name: 'Tool' })).toBeVisible()
  await expect(page.locator('#token')).toHaveText('same')
  await expectModalGone(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Tool' })).toBeVisible()
})

test('progress in the member’s JSON and in a field survives a visit', async ({ page, outside, member }) => {
  await stayLoggedIn(page, member)
  await page.goto(`${outside}/data.html`)
  await expect(page.locator('#count')).toHaveText('0')
  await page.getByRole('button', { name: 'Lesson done' }).click()
  await expect(page.locator('#count')).toHaveText('1')
  await expect(page.locator('[data-ms-member=about]')).toHaveText('{"watched":["data.html"]}')
  await page.reload()
  await expect(page.locator('#count')).toHaveText('1')
})

test('a page that redirects the stored session’s URL, and an opener whose link a script changes before the click', async ({
  page,
  outside,
  member,
}) => {
  await page.goto(`${outside}/session-only.html`)
  await ready(page)
  await page.locator('#lesson').click()
  await logInByDialog(page, member)
  await page.waitForURL(`${outside}/session-only.html?lesson`)
  await expect(page.getByText('Members', { exact: true })).toBeVisible()
  const kept = () =>
    page.evaluate(() => ['_ms-mid', '_ms-mem'].map((key) => [key in localStorage, key in sessionStorage]))
  expect(await kept()).toEqual([
    [false, true],
    [false, true],
  ])
  await page.getByText('Log out').click()
  await expect(page.locator('#opener')).toBeVisible()
  expect(await kept()).toEqual([
    [false, false],
    [false, false],
  ])
})
