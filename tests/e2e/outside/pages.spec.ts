import { expectModalGone } from '../account-modals'
import { expect, logInByDialog, ready, stayLoggedIn, test } from './outside-test'

test('a navigation of links, blocks and buttons opens modals from every shape, and reports unknown modals once', async ({
  page,
  outside,
  member,
  problems,
  expectedConsole,
}) => {
  expectedConsole.push(/Unknown modal "auth"/)
  const dialog = page.getByRole('dialog')
  await page.goto(`${outside}/navigation.html`)
  await ready(page)
  await page.locator('#unknown').click()
  await expectModalGone(dialog.page())
  for (const opener of ['#block', '#address', '.hero button']) {
    await page.locator(opener).click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expectModalGone(dialog.page())
  }
  await page.locator('#block').focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  expect(new URL(page.url()).pathname).toBe('/outside/navigation.html')

  await page.locator('#link').click()
  await logInByDialog(page, member)
  await expect(page.getByText('Welcome to the club')).toBeVisible()
  await expect(page.getByText('News of the club')).toBeVisible()
  await expect(page.getByText('For everybody')).toBeVisible()
  await expect(page.locator('[data-ms-content="!members"]')).toHaveCount(0)
  await page.locator('#no-address').click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await page.locator('#out span').click()
  await expect(page.locator('#link')).toBeVisible()
  await expect(page.getByText('Welcome to the club')).toHaveCount(0)
  expect(problems).toHaveLength(1)
})

test('a header that a script writes and redraws, with a later install tag', async ({ page, outside, member }) => {
  await page.goto(`${outside}/injected-header.html`)
  const drawnAnew = () => page.waitForFunction(() => Reflect.get(window, 'draws') === 2 && window.$memberstackReady)
  await expect(page.getByText('White papers')).toHaveCount(0)
  await drawnAnew()
  await expect(page.getByText('White papers')).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'loadedWith'))).toBe('object')
  await page.getByText('Login').click()
  await logInByDialog(page, member)
  await expect(page.getByText('White papers')).toBeVisible()
  await expect(page.getByText('Hello Ada')).toBeVisible()
  await expect(page.getByText('Login')).toHaveCount(0)
  await page.reload()
  await drawnAnew()
  await expect(page.getByText('White papers')).toBeVisible()
  await page.getByText('Logout').click()
  await expect(page.getByText('Login')).toBeVisible()
})

test('gates on elements that authors hide themselves, and a script that reads the result', async ({
  page,
  outside,
  member,
}) => {
  await page.goto(`${outside}/gates.html`)
  await ready(page)
  await expect(page.locator('.card:visible')).toHaveText(['Get the free plan', 'Upgrade now'])
  await expect(page.locator('#flex')).toHaveCSS('display', 'flex')
  await expect(page.locator('#bound')).toHaveCount(0)
  await expect(page.locator('#asked')).toHaveText('asked')

  await stayLoggedIn(page, member)
  await page.goto(`${outside}/gates.html?member`)
  await ready(page)
  await expect(page.locator('.card:visible')).toHaveText(['Card one', 'Card two', 'Get the free plan', 'Upgrade now'])
  await expect(page.locator('#bound')).toHaveCSS('display', 'block')
  await expect(page.locator('#bound')).toContainText('Welcome to the members area')
  await expect(page.locator('#classed')).toHaveClass('is-member')
  await expect(page.getByText('No paid plan yet')).toBeVisible()
  await expect(page.locator('#flex')).toHaveCount(0)
})

test('member pages in a frame of the same site follow a login in the outer page', async ({ page, outside, member }) => {
  await page.goto(`${outside}/iframe-parent.html`)
  await ready(page)
  const frame = page.frameLocator('iframe')
  await expect(frame.getByText('Log in first')).toBeVisible()
  await page.getByText('Log in', { exact: true }).click()
  await logInByDialog(page, member)
  await expect(frame.getByText('Card one')).toBeVisible()
  await expect(frame.locator('#flex')).toHaveCount(0)
})

test('purchases, comments and connected accounts break nothing and show at most one message each', async ({
  page,
  outside,
  member,
  problems,
  expectedConsole,
}) => {
  expectedConsole.push(/^warning: /)
  await page.goto(`${outside}/pricing.html`)
  await ready(page)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Monthly' }).click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expectModalGone(dialog.page())
  await page.getByText('Yearly').first().click()
  await page.getByRole('button', { name: 'Google', exact: true }).click()
  await stayLoggedIn(page, member)
  await page.goto(`${outside}/pricing.html?member`)
  await ready(page)
  for (const [text, path] of [
    ['Newsletter', 'add'],
    ['No newsletter', 'remove'],
  ] as const)
    await Promise.all([page.waitForResponse(`**/member/plans/${path}`), page.getByText(text, { exact: true }).click()])
  await page.getByText('Forget it', { exact: true }).click()
  // It shows while the provider is connected.
  await expect(page.getByText('Disconnect', { exact: true })).toBeHidden()
  await expect(page.getByText('Your payment failed')).toHaveCount(0)
  await expect(page.getByText('A post')).toBeVisible()
  expect(new Set(problems).size).toBe(problems.length)
  await page.getByText('Switch', { exact: true }).click()
  await page.waitForURL('**/test/checkout?*')
})

test('attributes of the first version still work, beside those of this one', async ({
  page,
  outside,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/^warning: /)
  await page.goto(`${outside}/leftovers.html`)
  await ready(page)
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'found'))).toBe('function')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password').fill('a-good-password')
  await page.getByLabel('Again').fill('a-good-password')
  await page.getByRole('button', { name: 'Enter' }).click()
  await expect(page.getByText(`Hello ${email}`)).toBeVisible()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Old logout').click()
  await expect(page.getByText('Old login')).toBeVisible()
  expect(page.url()).toMatch(/leftovers\.html#?$/)
})

test('page messages and a loader, scripts that watch them, and a listener that prevents every submit', async ({
  page,
  outside,
  member,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/)
  await page.goto(`${outside}/toasts.html`)
  await ready(page)
  const error = page.locator('[data-ms-message=error]')
  await page.getByPlaceholder('Enter email').fill(member.email)
  await page.getByPlaceholder('Password').fill('not-the-password')
  await page.getByRole('button', { name: 'Submit' }).click()
  await expect(error).toBeVisible()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'errors').length)).toBeGreaterThan(0)
  await error.getByText('Close').click()
  await expect(error).toBeHidden()
  await page.getByPlaceholder('Password').fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByPlaceholder('Company').fill('Engines')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('[data-ms-message=success]')).toContainText('saved')
  await page.evaluate(() => Reflect.get(window, 'showOwn')('Said by the page'))
  await expect(error).toContainText('Said by the page')
  await expect(page.locator('[data-ms-loader]')).toBeHidden()
})

test('gates on rows, options, styles and players', async ({ page, outside, member }) => {
  await page.goto(`${outside}/odd-gates.html`)
  await ready(page)
  await expect(page.locator('#teaser')).toHaveCSS('color', 'rgb(200, 0, 0)')
  await expect(page.locator('tr')).toHaveText('For visitors')
  expect(await page.evaluate(() => document.querySelectorAll('option, .list li, iframe').length)).toBe(2)
  await page.getByText('Log in').click()
  await logInByDialog(page, member)
  await expect(page.locator('tr')).toHaveText('For members')
  await expect(page.locator('#teaser')).toHaveCSS('color', 'rgb(0, 100, 0)')
  await expect(page.locator('.list li')).toHaveText(['One', 'Two', 'Three'])
  await expect(page.locator('option')).toHaveCount(2)
  await expect(page.locator('details')).toBeVisible()
})
