import { expect, logIn, logOut, ready, seenSince, test, traces } from './living-test'

test('a page builder’s page: login, slides, tabs and menus follow the member, without traces after the logout', async ({
  page,
  site,
  person,
}) => {
  await page.goto(`${site.url}/webflow/`)
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Welcome friend' })).toBeVisible()
  await page.getByText('Two', { exact: true }).click()
  await expect(page.locator('#pane-visitors')).toBeVisible()
  expect(await seenSince(page)).toEqual(['!members'])

  await logIn(page, person)
  await expect(page.locator('#pane-members')).toContainText(person.email)
  await expect(page.getByRole('heading', { name: `Welcome ${person.firstName}` })).toBeVisible()
  await seenSince(page)
  for (let turn = 0; turn < 5; turn += 1) await page.getByText('Next slide').click()
  await expect(page.locator('.w-slide-clone')).toHaveCount(1)
  await expect(page.locator('.w-slide [data-ms-member=first-name]').first()).toHaveText(person.firstName)
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.locator('#dropdown-members')).toBeVisible()
  expect(await seenSince(page)).toEqual(['members'])

  await logOut(page)
  await expect(page.locator('#pane-visitors')).toBeVisible()
  await expect.poll(() => traces(page, person)).toEqual([])
  await seenSince(page)
  for (let turn = 0; turn < 5; turn += 1) await page.getByText('Next slide').click()
  expect(await seenSince(page)).toEqual(['!members'])
  await expect.poll(() => traces(page, person)).toEqual([])
  const texts = await page.locator('.w-slide [data-ms-member=first-name]').allTextContents()
  expect([...new Set(texts)]).toEqual(['friend'])
})

test('the page builder’s form service never gets the form, and the URL never the password', async ({
  page,
  site,
  email,
}) => {
  await page.goto(`${site.url}/webflow/`)
  await ready(page)
  const form = page.locator('#wf-form-Signup')
  await form.getByLabel('First name').fill('Ada')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill('a-very-secret-word')
  await form.getByLabel('Newsletter').check()
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText(`Yours: ${email}`)).toBeVisible()
  expect(page.url()).toBe(`${site.url}/webflow/`)
  expect(site.received.filter(({ url, body }) => `${url}${body}`.includes('secret'))).toEqual([])
  expect(site.received.filter(({ method }) => method === 'POST')).toEqual([])
  const field = await page.evaluate(() => window.$memberstackDom?.getCurrentMember())
  expect(field?.data?.customFields).toMatchObject({ 'first-name': 'Ada' })
})

test('a refused form keeps the input and shows why', async ({ page, site, person, expectedConsole }) => {
  expectedConsole.push(/status of 4\d\d/)
  await page.goto(`${site.url}/webflow/`)
  await ready(page)
  const form = page.locator('#wf-form-Signup')
  await form.getByLabel('First name').fill('Grace')
  await form.getByLabel('Email').fill(person.email)
  await form.getByLabel('Password').fill('another-password')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText(/already/i)).toBeVisible()
  await expect(form.getByLabel('First name')).toHaveValue('Grace')
  await expect(form.getByLabel('Password')).toHaveValue('another-password')
  await expect(page.getByRole('button', { name: 'Sign up' })).toBeEnabled()
})
