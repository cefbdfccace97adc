import { currentEmail, expect, logInByDialog, ready, stayLoggedIn, test } from './outside-test'

test('reading the member changes nothing on the page, so a script that reads after every change does not loop', async ({
  page,
  outside,
  member,
}) => {
  await stayLoggedIn(page, member)
  let requests = 0
  page.on('request', (request) => (requests += request.url().endsWith('/member') ? 1 : 0))
  await page.clock.install()
  await page.goto(`${outside}/observers.html`)
  await ready(page)
  await expect(page.locator('[data-ms-secure-html]')).toContainText('Welcome to the members area')
  // In a loop each round would start another one.
  const askedAfterRound = async (): Promise<number> => {
    await currentEmail(page)
    await page.clock.runFor(1_000)
    return page.evaluate((): number => Reflect.get(window, 'asked'))
  }
  await expect.poll(async () => (await askedAfterRound()) === (await askedAfterRound())).toBe(true)
  expect(await page.evaluate(() => Reflect.get(window, 'seenEmail'))).toBe(member.email)
  expect(requests).toBeLessThan(40)
})

test('a library that extends built-in objects, links with script URLs, a logout that clears storage first', async ({
  page,
  outside,
  member,
}) => {
  await page.goto(`${outside}/old-libraries.html`)
  await ready(page)
  await page.getByText('Log in').click()
  await logInByDialog(page, member)
  await expect(page.getByText('Hello Ada')).toBeVisible()
  await page.getByLabel('Company').fill('Engines')
  await page.getByLabel('News').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your changes have been saved.')).toBeVisible()
  await page.getByText('Log out').click()
  await expect(page.getByText('Log in')).toBeVisible()
  expect(page.url()).toBe(`${outside}/old-libraries.html`)

  await page.getByText('Log in').click()
  await logInByDialog(page, member)
  await page.getByRole('button', { name: 'Forget me' }).click()
  await page.waitForURL(/gone/)
  await ready(page)
  expect(await currentEmail(page)).toBe(undefined)
  expect(await page.evaluate(() => localStorage.getItem('_ms-mem'))).toBe(null)
})
