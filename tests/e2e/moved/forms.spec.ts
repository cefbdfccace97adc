import type { Page } from '@playwright/test'
import { RELOAD_AFTER_LOGIN_MS } from '../../../contract/limits'
import { currentEmail, expect, ready, stayLoggedIn, test } from '../outside/outside-test'
import { painted, stopClock } from '../page-recorder'
import { preventReload } from '../prevent-reload'

const CONFIRMATION = 'The passwords don’t match.'
const field = (page: Page, name: string) => page.getByPlaceholder(name, { exact: true })

/** @returns the status of a login */
const statusOfLogin = (page: Page, api: string, email: string, password: string): Promise<number> =>
  page.evaluate(
    async ([origin, body]) => {
      const headers = { 'Content-Type': 'application/json', 'X-APP-ID': 'app_demo' }
      return (await fetch(`${origin}/auth/login`, { method: 'POST', headers, body: body ?? '' })).status
    },
    [api, JSON.stringify({ email, password })],
  )

/** Counts the page's loads, also across reloads. */
const countLoads = (page: Page) =>
  page.addInitScript(() => sessionStorage.setItem('loads', String(Number(sessionStorage.getItem('loads') ?? 0) + 1)))
const loads = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem('loads')))

test('four fields with the key of the password: the first counts, the second has to repeat it, a phone number does not', async ({
  page,
  site,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await preventReload(page)
  await page.goto(`${site.url}/moved/four-passwords.html`)
  await ready(page)
  const typed = {
    'First name': 'Ada',
    City: 'Paris',
    Email: email,
    Password: 'the-first-password',
    Again: 'another-password',
    'Phone number': '0301234567',
    Birthday: '1815-12-10',
  }
  for (const [name, value] of Object.entries(typed)) await field(page, name).fill(value)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('alert')).toHaveText(CONFIRMATION)
  for (const [name, value] of Object.entries(typed)) await expect(field(page, name)).toHaveValue(value)
  expect(await currentEmail(page)).toBeUndefined()

  await field(page, 'Again').fill('the-first-password')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('status')).toHaveText('Welcome to the club')
  const member = await page.evaluate(async () => (await window.$memberstackDom?.getCurrentMember())?.data)
  expect(member?.customFields).toMatchObject({ 'first-name': 'Ada' })
  expect(await statusOfLogin(page, urls.api, email, 'the-first-password')).toBe(200)
  expect(await statusOfLogin(page, urls.api, email, '1815-12-10')).toBe(401)
})

test('a second password in a text field is compared too', async ({ page, site, email }) => {
  await preventReload(page)
  await page.goto(`${site.url}/moved/confirm-as-text.html`)
  await ready(page)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('the-first-password')
  await field(page, 'Confirm Password').fill('the-frist-password')
  await field(page, 'Confirm Password').press('Enter')
  await expect(page.locator('#ms-message')).toContainText(CONFIRMATION)
  expect(await currentEmail(page)).toBeUndefined()
  await field(page, 'Confirm Password').fill('the-first-password')
  await field(page, 'Confirm Password').press('Enter')
  await expect(page.locator('#ms-message')).toContainText('Your account is ready.')
  expect(await currentEmail(page)).toBe(email)
})

test('fields without a type never show a password, from the first frame', async ({ page, site }) => {
  await page.addInitScript(() => {
    const types = new Set<string>()
    Object.assign(window, { types: () => [...types].toSorted() })
    const look = (): void => {
      for (const input of document.querySelectorAll<HTMLInputElement>('[data-ms-member]'))
        types.add(`${input.dataset['msMember']}: ${input.type}`)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(`${site.url}/moved/plain-login.html`)
  await ready(page)
  await page.evaluate(() => {
    const form = document.querySelector('form')
    const copy = document.createElement('div')
    copy.innerHTML = form?.outerHTML.replaceAll(/ type="(email|password)"/g, '') ?? ''
    document.body.append(copy)
  })
  await expect(page.locator('form')).toHaveCount(2)
  await painted(page)
  expect(await page.evaluate(() => Reflect.get(window, 'types')())).toEqual(['email: email', 'password: password'])
})

test('a login without a redirect says so, then reloads: the page’s script sees the member', async ({
  page,
  site,
  member,
}) => {
  await countLoads(page)
  await page.goto(`${site.url}/moved/plain-login.html`)
  await expect(page.getByRole('heading')).toHaveText('Locked')
  await field(page, 'Email').fill(member.email)
  await field(page, 'Password').fill(member.password)
  await stopClock(page)
  await field(page, 'Password').press('Enter')
  await expect(page.getByRole('status')).toContainText('You are logged in.')
  expect(await loads(page)).toBe(1)
  await page.clock.resume()
  await expect(page.getByRole('heading')).toHaveText('Open')
  expect(await loads(page)).toBe(2)
})

test('a page that prevents the reload keeps its state', async ({ page, site, member }) => {
  await countLoads(page)
  await page.addInitScript(() =>
    document.addEventListener('memberstack.reload', (event) => {
      event.preventDefault()
      document.title = 'Kept'
    }),
  )
  await page.goto(`${site.url}/moved/plain-login.html`)
  await field(page, 'Email').fill(member.email)
  await field(page, 'Password').fill(member.password)
  await field(page, 'Password').press('Enter')
  await expect(page).toHaveTitle('Kept')
  await expect(page.getByRole('heading')).toHaveText('Locked')
  expect(await loads(page)).toBe(1)
})

test('a person who continues typing is not interrupted', async ({ page, site, member }) => {
  await countLoads(page)
  await page.goto(`${site.url}/moved/plain-login.html`)
  await field(page, 'Email').fill(member.email)
  await field(page, 'Password').fill(member.password)
  await page.evaluate(() =>
    document.addEventListener('memberstack.reload', () => document.body.setAttribute('data-reloads', '')),
  )
  await stopClock(page)
  await field(page, 'Password').press('Enter')
  await expect(page.getByRole('status')).toContainText('You are logged in.')
  await field(page, 'Email').pressSequentially('x')
  await page.clock.runFor(RELOAD_AFTER_LOGIN_MS + 500)
  await expect(page.locator('[data-reloads]')).toHaveCount(0)
  expect(await loads(page)).toBe(1)
})

test('a page’s own box shows the success of a sign-up', async ({ page, site, email }) => {
  await countLoads(page)
  await page.goto(`${site.url}/moved/own-success.html`)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a-good-password')
  await stopClock(page)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page.getByRole('status')).toContainText('Done: Your account is ready.')
  await expect(page.locator('#ms-message')).toHaveCount(0)
  await page.clock.resume()
  await expect.poll(() => loads(page).catch(() => 0)).toBe(2)
  await ready(page)
  expect(await currentEmail(page)).toBe(email)
})

test('a script’s hidden field keeps what is stored, and an address that waits for its confirmation is not called changed', async ({
  page,
  site,
  member,
  email,
}) => {
  await stayLoggedIn(page, member)
  await page.goto(`${site.url}/moved/picked-skills.html`)
  await ready(page)
  const skills = () =>
    page.evaluate(async () => (await window.$memberstackDom?.getCurrentMember())?.data?.customFields['skills'])
  const save = async () => {
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Profile saved')).toBeVisible()
  }
  await page.getByRole('button', { name: 'Drawing' }).click()
  await save()
  expect(await skills()).toBe('Drawing')
  await page.reload()
  await expect(page.locator('output')).toHaveText('Drawing')
  await field(page, 'First name').fill('Grace')
  await save()
  expect(await skills()).toBe('Drawing')
  await field(page, 'Your email').fill(`new-${email}`)
  await page.getByRole('button', { name: 'Change it' }).click()
  await expect(page.locator('#ms-message')).toContainText('email')
  await expect(page.getByText('Your email was changed')).toBeHidden()
})

test('hidden fields have the author’s values again after a logout, and after a change of member', async ({
  page,
  site,
  member,
  email,
}) => {
  await stayLoggedIn(page, member)
  await page.goto(`${site.url}/moved/contact.html`)
  const values = () =>
    page.evaluate(() => [...document.querySelectorAll<HTMLInputElement>('[type=hidden]')].map(({ value }) => value))
  await expect.poll(async () => (await values())[1]).toBe(member.email)
  expect((await values())[0]).toMatch(/^mem_/)
  await page.evaluate(() => window.$memberstackDom?.logout())
  expect(await values()).toEqual(['', 'nobody@example.com'])
  const other = `other-${email}`
  await page.evaluate(
    (who) => window.$memberstackDom?.signupMemberEmailPassword({ email: who, password: 'a-good-password' }),
    other,
  )
  await expect.poll(async () => (await values())[1]).toBe(other)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })))
  expect(await values()).toEqual(['', 'nobody@example.com'])
})
