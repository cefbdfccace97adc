import { expect, test } from './product-test'
import { signUp } from './sign-up'
import { storeSession } from './store-session'
import { fillLogin, fillSignup, holdBack, PASSWORD, storedKeys, submitButton } from './trusttag-forms'
import { slow, slowUnless } from './slow-tier'

test('a sign-up sends the input once, and stores all but the password in the browser', async ({
  page,
  urls,
  email,
}) => {
  await page.goto(`${urls.site}/signup`)
  await fillSignup(page, email)
  await page.getByText('Add details about your work').click()
  await page.getByLabel('Country').selectOption('uk')
  await page.getByLabel('City').fill('Leeds')
  await page.getByLabel('Profession').fill('Welder')
  await page.getByLabel('Experience').selectOption('5-10')
  await page.getByLabel('Skills').fill('Welding, brazing')
  await page.getByLabel('Motivation').fill('I moved here.')
  const signup = await holdBack(page, '**/auth/signup')
  const sent = page.waitForRequest('**/auth/signup')
  await submitButton(page).dblclick()
  await expect(submitButton(page)).toHaveText('Creating Account...')
  await expect(page.getByLabel('City')).toHaveValue('Leeds')
  await page.getByLabel('City').press('Enter')
  const customFields = {
    'first-name': 'Grace',
    'last-name': 'Hopper',
    phone: '+1 555 0100',
    country: 'uk',
    city: 'Leeds',
    profession: 'Welder',
    experience: '5-10',
    skills: 'Welding, brazing',
    motivation: 'I moved here.',
  }
  expect((await sent).postDataJSON()).toMatchObject({ email, password: PASSWORD, customFields })
  signup.release()
  await expect(page).toHaveURL(`${urls.site}/profile`)
  expect(signup.count()).toBe(1)

  const { isLoggedIn, userEmail, memberData = '', userData = '' } = await storedKeys(page)
  expect([isLoggedIn, userEmail]).toEqual(['true', email])
  expect(JSON.parse(memberData)).toMatchObject({ auth: { email }, customFields })
  expect(JSON.parse(userData)).toEqual({
    firstName: 'Grace',
    lastName: 'Hopper',
    email,
    phone: '+1 555 0100',
    country: 'uk',
    city: 'Leeds',
    profession: 'Welder',
    experience: '5-10',
    skills: 'Welding, brazing',
    motivation: 'I moved here.',
  })
  const everything = () => JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage)))
  expect(await page.evaluate(everything)).not.toContain(PASSWORD)
})

test('a login by the Enter key shows progress, is sent once, and stores the member', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password: PASSWORD, customFields: { city: 'Leeds' } }, 'app_trusttag')
  await page.goto(`${urls.site}/contact`)
  await page.goto(`${urls.site}/login`)
  await fillLogin(page, email)
  const login = await holdBack(page, '**/auth/login')
  await page.getByLabel('Email').press('Enter')
  await page.getByLabel('Password').press('Enter')
  await expect(submitButton(page)).toHaveText('Signing In...')
  expect(await storedKeys(page)).toEqual({})
  login.release()
  await expect(page).toHaveURL(`${urls.site}/profile`)
  expect(login.count()).toBe(1)
  const { isLoggedIn, userEmail, memberData = '', userData = '' } = await storedKeys(page)
  expect([isLoggedIn, userEmail]).toEqual(['true', email])
  expect(JSON.parse(memberData)).toMatchObject({ auth: { email }, customFields: { city: 'Leeds' } })
  expect(JSON.parse(userData)).toMatchObject({ email, city: 'Leeds' })
  // Back skips the completed form.
  await page.goBack()
  await expect(page).toHaveURL(`${urls.site}/contact`)
})

for (const path of ['/profile', '/create-trust-tag', '/no-such-page'])
  test(
    `a logout on ${path} clears every key and reloads the home page`,
    slowUnless(path === '/create-trust-tag'),
    async ({ page, urls, email, expectedConsole }) => {
      // Pending requests fail once the session is over.
      expectedConsole.push(/status of 40[14]/)
      await signUp(urls.api, { email, password: PASSWORD }, 'app_trusttag')
      await page.goto(`${urls.site}/login`)
      await fillLogin(page, email)
      await submitButton(page).click()
      await expect(page).toHaveURL(`${urls.site}/profile`)
      await page.goto(urls.site + path)
      await page.evaluate(() => Object.assign(window, { before: true }))
      await page.getByRole('button', { name: 'Logout' }).click()
      await page.waitForFunction(() => !('before' in window))
      expect(new URL(page.url()).pathname).toBe('/')
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
      expect(await storedKeys(page)).toEqual({})
    },
  )

test('each change of page checks the session, and one that has ended elsewhere ends here', async ({
  page,
  urls,
  email,
}) => {
  const token = await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
  await page.goto(urls.site)
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await expect(navigation.getByRole('button', { name: 'Logout' })).toBeVisible()
  await expect.poll(() => storedKeys(page)).toMatchObject({ isLoggedIn: 'true', userEmail: email })
  const asked = page.waitForRequest((request) => request.url() === `${urls.api}/member` && request.method() === 'GET')
  await navigation.getByRole('link', { name: 'Verify' }).click()
  await asked
  const headers = { Authorization: `Bearer ${token}`, 'X-APP-ID': 'app_trusttag' }
  const ended = await fetch(`${urls.api}/member/logout`, { method: 'POST', headers })
  expect(ended.status).toBe(200)
  await navigation.getByRole('link', { name: 'Partners' }).click()
  await expect(navigation.getByRole('link', { name: 'Login' })).toBeVisible()
  await expect.poll(async () => (await storedKeys(page))['isLoggedIn']).toBeUndefined()
})

test(
  'a login page follows the login in another tab, and both tabs the logout',
  slow,
  async ({ page, openTab, urls, email }) => {
    await signUp(urls.api, { email, password: PASSWORD }, 'app_trusttag')
    await page.goto(`${urls.site}/login`)
    const second = await openTab()
    await second.goto(`${urls.site}/login`)
    await fillLogin(second, email)
    await submitButton(second).click()
    for (const tab of [second, page]) await expect(tab).toHaveURL(`${urls.site}/profile`)
    await page.getByRole('button', { name: 'Logout' }).click()
    for (const tab of [second, page]) {
      await expect(tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' })).toBeVisible()
      expect(await storedKeys(tab)).toEqual({})
    }
    await expect(second).toHaveURL(`${urls.site}/profile`)
    await second.close()
  },
)

test('errors show beside the fields, and nothing is sent', async ({ page, urls, email }) => {
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/auth/') && sent.push(request.url()))
  await page.goto(`${urls.site}/login`)
  await submitButton(page).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Please enter your email address.')
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription('Please enter your password.')

  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click()
  await fillSignup(page, 'abc')
  await page.getByLabel('Password').fill('seven77')
  for (const name of ['First Name', 'Last Name', 'Email', 'Password', 'Phone']) {
    const field = page.getByLabel(name)
    const typed = await field.inputValue()
    await field.fill('')
    await expect(submitButton(page)).toBeDisabled()
    await field.fill(typed)
    await expect(submitButton(page)).toBeEnabled()
  }
  await page.getByLabel('Phone').press('Enter')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/^Please enter an email address/)
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Email').press('Enter')
  await expect(page.getByLabel('Password')).toBeFocused()
  await expect(page.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Email')).not.toHaveAttribute('aria-invalid')
  expect(sent).toEqual([])
  await page.getByLabel('Password').fill('eight888')
  await page.getByLabel('Password').press('Enter')
  await expect(page).toHaveURL(`${urls.site}/profile`)
})
