import type { Page, Route } from '@playwright/test'
import { routes } from '../../host-site/paths'
import { expect, test } from './product-test'
import { signUp } from './sign-up'
import { storeSession } from './store-session'
import { answerWith, fillLogin, fillSignup, PASSWORD, storedKeys, submitButton } from './trusttag-forms'

const UNEXPECTED = 'An unexpected error occurred. Please try again.'

/** Both forms, with their fallback errors. */
const forms = [
  { name: 'signup', fill: fillSignup, otherwise: 'Failed to create account. Please try again.' },
  { name: 'login', fill: fillLogin, otherwise: 'Invalid email or password. Please try again.' },
] as const

const cut = (route: Route) => route.abort()
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

for (const { name, fill, otherwise } of forms) {
  test(`a ${name} that fails says why, keeps what was typed, and succeeds with the next try`, async ({
    page,
    urls,
    email,
    expectedConsole,
  }) => {
    expectedConsole.push(/Failed to load resource/, new RegExp(`Membership ${name} failed`))
    if (name === 'login') await signUp(urls.api, { email, password: PASSWORD }, 'app_trusttag')
    await page.goto(`${urls.site}/${name}`)
    await fill(page, email)
    const address = `**/auth/${name}`
    const troubles = [
      [answerWith(page, 409, '{"code":"x","message":"The server says no."}'), 'The server says no.'],
      [answerWith(page, 400, '{"code":"x","message":""}'), otherwise],
      [answerWith(page, 400, '{"success":false,"error":""}'), otherwise],
      [answerWith(page, 401, ''), otherwise],
      [answerWith(page, 200, '{"data":{}}'), UNEXPECTED],
      [answerWith(page, 200, ''), UNEXPECTED],
      [answerWith(page, 502, '<h1>Bad gateway</h1>'), 'Something went wrong. Please try again.'],
    ] as const
    for (const [trouble, text] of troubles) {
      await page.route(address, trouble)
      await submitButton(page).click()
      await expect(alert(page)).toHaveText(text)
      await page.unroute(address)
    }
    await page.context().setOffline(true)
    await submitButton(page).click()
    await expect(alert(page)).toHaveText(UNEXPECTED)
    await page.context().setOffline(false)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue(PASSWORD)
    expect(await storedKeys(page)).toEqual({})
    expect(page.url()).toBe(`${urls.site}/${name}`)
    await submitButton(page).click()
    await expect(page).toHaveURL(`${urls.site}/profile`)
    await expect(alert(page)).toHaveCount(0)
  })

  test(`a ${name} without the membership script says so and keeps what was typed`, async ({
    page,
    urls,
    email,
    expectedConsole,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    expectedConsole.push(/Failed to load resource/, /Membership .* failed: Memberstack not initialized/)
    await page.route('**/membership.js', cut)
    await page.goto(`${urls.site}/${name}`)
    await fill(page, email)
    await submitButton(page).click()
    await expect(alert(page)).toHaveText('Memberstack not initialized')
    expect(logged).toContain(`Membership ${name} failed: Memberstack not initialized`)
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await expect(page.getByLabel('Password')).toHaveValue(PASSWORD)
    await expect(submitButton(page)).toBeEnabled()
  })
}

test('the page shows the server’s text: a taken email address, a wrong password', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /Membership (signup|login) failed/)
  await signUp(urls.api, { email, password: PASSWORD }, 'app_trusttag')
  await page.goto(`${urls.site}/signup`)
  await fillSignup(page, email)
  await submitButton(page).click()
  await expect(alert(page)).toHaveText('An account with this email already exists.')
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
  // The previous form has the same labels.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(routes.login.heading)
  await fillLogin(page, email, 'not-my-password')
  await submitButton(page).click()
  await expect(alert(page)).toHaveText('Invalid email or password.')
  await expect(page.getByLabel('Password')).toHaveValue('not-my-password')
})

test('a login sent before the membership script has loaded succeeds once it has', async ({ page, urls, email }) => {
  await signUp(urls.api, { email, password: PASSWORD }, 'app_trusttag')
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/membership.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(`${urls.site}/login`, { waitUntil: 'commit' })
  await fillLogin(page, email)
  await submitButton(page).click()
  await expect(submitButton(page)).toHaveText('Signing In...')
  release()
  await expect(page).toHaveURL(`${urls.site}/profile`)
})

test('a failed logout is logged and reported, and the member stays logged in', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /Membership logout failed/)
  await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
  await page.goto(`${urls.site}/contact`)
  const logout = navigation(page).getByRole('button', { name: 'Logout' })
  const troubles = [
    [answerWith(page, 503, '{"code":"service-unavailable","message":"Come back later."}'), 'Come back later.'],
    [answerWith(page, 400, '{}'), 'You could not be logged out. Please try again.'],
    [cut, UNEXPECTED],
  ] as const
  for (const [trouble, text] of troubles) {
    await page.route('**/member/logout', trouble)
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Membership logout failed:'))
    await logout.click()
    expect((await logged).type()).toBe('error')
    await expect(page.getByRole('banner').getByRole('alert')).toHaveText(text)
    await expect(navigation(page).getByRole('link', { name: 'Profile' })).toBeVisible()
    expect((await storedKeys(page))['isLoggedIn']).toBe('true')
    await page.unroute('**/member/logout')
  }
  await navigation(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`${urls.site}/profile`)
  await logout.click()
  await expect(page).toHaveURL(`${urls.site}/`)
  expect(await storedKeys(page)).toEqual({})
})

test('a failed check finds no member, whatever the response, and the next one finds the member', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/Failed to load resource/, /Membership member check failed/)
  await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
  await page.goto(urls.site)
  const logout = navigation(page).getByRole('button', { name: 'Logout' })
  await expect(logout).toBeVisible()
  const member = (url: URL) => url.href === `${urls.api}/member`
  const troubles = [
    cut,
    answerWith(page, 500, '{}'),
    answerWith(page, 200, ''),
    answerWith(page, 200, '{"data":{}}'),
    answerWith(page, 200, '{"data":[1,{"tokens":7}]}'),
  ]
  for (const trouble of troubles) {
    await page.route(member, trouble)
    const logged = page.waitForEvent('console', (message) =>
      message.text().startsWith('Membership member check failed'),
    )
    await navigation(page).getByRole('link', { name: 'Verify' }).click()
    await logged
    await expect(navigation(page).getByRole('link', { name: 'Login' })).toBeVisible()
    expect((await storedKeys(page))['isLoggedIn']).toBeUndefined()
    await page.unroute(member)
    await navigation(page).getByRole('link', { name: 'Partners' }).click()
    await expect(logout).toBeVisible()
  }
})
