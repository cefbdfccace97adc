import { expect, test } from '../product-test'
import { signUp } from '../sign-up'
import { openSidebar, sidebarOf } from './open-sidebar'

const PASSWORD = 'a-good-password'

test('Login opens the modal, and the member is shown; Logout ends the session and reloads the page', async ({
  page,
  urls,
  email,
}) => {
  await signUp(urls.api, {
    email,
    password: PASSWORD,
    plans: [{ planId: 'pln_free' }],
    customFields: { company: 'Acme' },
  })
  const { sidebar, tab } = await openSidebar(page, `${urls.demo}/forms/fields.html`)
  await tab('Member').click()
  await expect(sidebar.getByText('Logged Out')).toBeVisible()
  await sidebar.getByRole('button', { name: 'Login' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const json = page.waitForRequest(`${urls.api}/member/json`)
  await dialog.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(sidebar.getByText('Logged In')).toBeVisible()
  expect((await json).method()).toBe('GET')
  await expect(sidebar.getByRole('button', { name: `Email ${email}` })).toBeVisible()
  await expect(sidebar.getByRole('button', { name: 'company Acme' })).toBeVisible()
  await sidebar.getByRole('button', { name: 'Free ACTIVE' }).click()
  await expect(sidebar.getByRole('button', { name: 'Plan ID pln_free' })).toBeVisible()
  await expect(sidebar.getByRole('group', { name: 'Member JSON' })).toHaveText('{}')
  await expect(sidebar.getByRole('group', { name: 'Raw Member Data' })).toContainText(email)

  const [loggedOut] = await Promise.all([
    page.waitForRequest(`${urls.api}/member/logout`),
    page.waitForEvent('load'),
    sidebar.getByRole('button', { name: 'Logout' }).click(),
  ])
  expect(loggedOut.method()).toBe('POST')
  const again = sidebarOf(page)
  await expect(again.tab('Member')).toHaveAttribute('aria-selected', 'true')
  await expect(again.sidebar.getByText('Logged Out')).toBeVisible()
})

test('a canceled login changes nothing', async ({ page, urls }) => {
  const { sidebar, tab } = await openSidebar(page, `${urls.demo}/forms/fields.html`)
  await tab('Member').click()
  const login = sidebar.getByRole('button', { name: 'Login' })
  await login.click()
  await page.getByRole('dialog').getByLabel('Email').press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(login).toBeFocused()
  await expect(sidebar.getByText('Logged Out')).toBeVisible()
})
