import type { Page } from '@playwright/test'
import { currentEmail, expect, logInByDialog, ready, stayLoggedIn, test } from '../outside/outside-test'

const field = (page: Page, name: string) => page.getByPlaceholder(name, { exact: true })
const record = (page: Page, key: string): Promise<Record<string, unknown>> =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? '{}'), key)

test('an export of a page builder: sign-up, texts for community scripts, and a timer that deletes the token logs out', async ({
  page,
  site,
  email,
}) => {
  await page.goto(`${site.url}/moved/club.html`)
  await expect(page.locator('body')).toHaveAttribute('data-plan', 'visitor')
  await page.getByLabel('First name').fill(' Ada ')
  await page.getByLabel('Years at sea').fill('7')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a-good-password')
  await page.getByText('Letters, please').click()
  await page.getByRole('button', { name: 'Join the club' }).click()
  await page.waitForURL(/\?welcome$/)
  await ready(page)
  await expect(page.locator('#fields li')).toHaveText(['first-name: ADA', 'years: 7'])
  await expect(page.locator('body')).toHaveClass(/reads-letters/)
  await expect(page.locator('body')).toHaveAttribute('data-plan', 'pln_free')
  await expect(page.getByText('Hi Ada')).toBeVisible()
  await expect(page.getByText('Years at sea: 7')).toBeVisible()
  const member = await page.evaluate(
    async () => (await window.$memberstackDom?.getCurrentMember({ useCache: true }))?.data,
  )
  expect(member?.customFields['years']).toBe(7)

  await field(page, 'Company').fill('Engines')
  await page.locator('select').selectOption('Knots')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.account .w-form-done')).toBeVisible()
  expect((await record(page, '_ms-mem'))['customFields']).toMatchObject({ topics: 'Knots', company: 'Engines' })

  await page.getByText('Forget this device').click()
  await expect(page.getByText('Member login')).toBeVisible()
  await expect(page.locator('.account')).toBeHidden()
  expect(await currentEmail(page)).toBeUndefined()
})

test('a page of Memberstack 1.0 with jQuery: the record, the level, metadata, and the name after the profile is closed', async ({
  page,
  site,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/data-memberstack-id is the install tag of Memberstack 1\.0/)
  await page.goto(`${site.url}/moved/harbour-1.html`)
  await ready(page)
  await expect(page.locator('#stored')).toHaveText('no id no level')
  expect(await page.evaluate(() => localStorage.getItem('memberstack'))).toBeNull()
  await page.getByText('Sign up').click()
  await logInByDialog(page, { email, password: 'a-good-password', token: '' })
  await expect(page.getByText('Log out')).toBeVisible()
  await page.goto(`${site.url}/moved/harbour-1.html?again`)
  await expect(page.locator('#userFirstName1')).toHaveText(email)
  await expect(page.locator('#level')).toHaveText('Free active')
  await expect(page.locator('#stored')).toHaveText(/^mem_\S+ Free$/)
  await page.getByRole('button', { name: 'Watched' }).click()
  await expect(page.locator('#progress')).toHaveText('1')

  await page.getByText('My account').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Grace')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(async () => (await record(page, 'memberstack'))['information'])
    .toMatchObject({ 'first-name': 'Grace' })
  await expect(page.locator('#userFirstName1')).toHaveText(email)
  await page.keyboard.press('Escape')
  await expect(page.locator('#userFirstName1')).toHaveText('Grace')
  await page.getByText('Log out').click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('memberstack'))).toBeNull()
})

test('a single page app with a tag manager draws its markup late and again: sign-up with a plan, gates, logout', async ({
  page,
  site,
  email,
}) => {
  await page.goto(`${site.url}/moved/late-app.html`)
  await page.getByLabel('Mail').fill(email)
  await page.getByLabel('Secret').fill('a-good-password')
  await page.getByLabel('Given name').fill('Ada')
  await page.getByRole('button', { name: 'Create account' }).click()
  // Without a redirect the page loads again.
  await expect(page.locator('#who')).toHaveText(`${email} 0`)
  await page.getByRole('button', { name: 'desk', exact: true }).click()
  await expect(page.getByText('Desk of Ada')).toBeVisible()
  await expect(page.getByText('Please sign in')).toBeHidden()
  await expect(page.getByText('Pro desk')).toBeHidden()
  const plans = await page.evaluate(async () =>
    (await window.$memberstackDom?.getCurrentMember())?.data?.planConnections.map(({ planId }) => planId),
  )
  expect(plans).toEqual(['pln_free'])
  for (const view of ['join', 'desk']) await page.getByRole('button', { name: view, exact: true }).click()
  await expect(page.getByText('Desk of Ada')).toBeVisible()
  await page.getByText('Sign out').click()
  await expect(page.locator('#who')).toHaveText('visitor 1')
  await expect(page.getByText('Please sign in')).toBeVisible()
  await expect(page.getByText('Desk of')).toBeHidden()
})

test('React without a build: hooks around the client in strict mode, attributes in its markup, redrawn', async ({
  page,
  site,
  member,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await page.goto(`${site.url}/moved/react-cdn.html`)
  await field(page, 'Mail').fill(member.email)
  await field(page, 'Secret').fill('wrong-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('output')).not.toBeEmpty()
  await field(page, 'Secret').fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading')).toHaveText('Ada')
  await expect(page.locator('#mail')).toHaveText(member.email)
  await field(page, 'Company').fill('Engines')
  await page.getByRole('button', { name: 'Draw again' }).click()
  await expect(field(page, 'Company')).toHaveValue('Engines')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('#ms-message')).toContainText('saved')
  await expect(page.getByText('Not in the free area')).toBeVisible()
  await page.evaluate(() => window.$memberstackDom?.addPlan({ planId: 'pln_free' }))
  await expect(page.getByText('Free area', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Draw again' }).click()
  await expect(page.getByText('Not in the free area')).toBeHidden()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(field(page, 'Mail')).toBeVisible()
})

test('a shop whose scripts replace a method and use invented names: it works, and the console names what to write', async ({
  page,
  site,
  member,
  expectedConsole,
}) => {
  const said: string[] = []
  page.on('console', (message) => void (message.type() === 'warning' && said.push(message.text())))
  expectedConsole.push(/does not exist|ignores onSuccess/)
  await page.goto(`${site.url}/moved/shop-scripts.html`)
  await expect(page.locator('#state')).toHaveText('visitor')
  await page.getByRole('button', { name: 'Buy a year' }).click()
  await page.getByRole('dialog').getByLabel('Email').waitFor()
  await page.keyboard.press('Escape')
  await expect(page.locator('#state')).toHaveText('CLOSED')

  await field(page, 'Mail').fill(member.email)
  await field(page, 'Secret').fill(member.password)
  await field(page, 'Secret').press('Enter')
  await page.waitForURL(/\?in$/)
  await expect(page.locator('#state')).toHaveText('mem_')
  await page.getByRole('button', { name: 'Remember the cart' }).click()
  await expect(page.locator('#cart')).toHaveText('rope,oar')
  await page.getByRole('button', { name: 'Leave the shop' }).click()
  await expect(page).toHaveTitle('Bye')
  expect(await currentEmail(page)).toBeUndefined()
  for (const name of ['$memberstack', 'memberstack', 'getMember'])
    expect(said.join('\n')).toContain(` ${name} does not exist.`)
  expect(said.join('\n')).toContain('Write getCurrentMember().')
  expect(said.join('\n')).toContain('openModal ignores onSuccess')
})

test('a login dialog that was opened with plans keeps them for people who sign up there', async ({
  page,
  site,
  email,
}) => {
  await page.goto(`${site.url}/moved/account.html`)
  await ready(page)
  await page.evaluate(() => void window.$memberstackDom?.openModal('LOGIN', { signup: { plans: ['pln_free'] } }))
  await page.getByRole('dialog').getByRole('button', { name: 'Sign up' }).click()
  await logInByDialog(page, { email, password: 'a-good-password', token: '' })
  const plans = () =>
    page.evaluate(async () =>
      (await window.$memberstackDom?.getCurrentMember())?.data?.planConnections.map(({ planId }) => planId),
    )
  await expect.poll(plans).toEqual(['pln_free'])
})

test.describe('a deleted token', () => {
  for (const [name, remove] of [
    ['while the page loads', 'document.addEventListener("DOMContentLoaded", () => localStorage.removeItem("_ms-mid"))'],
    ['once it is ready', 'document.addEventListener("memberstack.ready", () => localStorage.removeItem("_ms-mid"))'],
  ] as const)
    test(`${name} logs out the page`, async ({ page, site, member }) => {
      await stayLoggedIn(page, member)
      await page.addInitScript(remove)
      await page.goto(`${site.url}/moved/account.html`)
      // Until then the page looks as to a visitor.
      await ready(page)
      await expect(page.locator('#page').getByText('Log in')).toBeVisible()
      await expect(page.locator('#page .own:visible')).toHaveCount(0)
      expect(await currentEmail(page)).toBeUndefined()
    })
})
