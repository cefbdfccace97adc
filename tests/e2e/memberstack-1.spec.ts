import type { Page } from '@playwright/test'
import { currentEmail, expect, logInByDialog, ready, stayLoggedIn, test } from './outside/outside-test'
import { preventReload } from './prevent-reload'

const OLD_TAG = /data-memberstack-id is the install tag of Memberstack 1\.0.*data-memberstack-app="app_demo"/

const pageOf = (site: { url: string }, name: string) => `${site.url}/first-version/${name}.html`

const plans = (page: Page) =>
  page.evaluate(async () => {
    const { data } = (await window.$memberstackDom?.getCurrentMember()) ?? {}
    return data?.planConnections.map(({ planId }) => planId)
  })

test('a page of Memberstack 1.0: a link “#/ms/signup/…” joins the plan, scripts see the member, and a link logs out', async ({
  page,
  site,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(OLD_TAG, /no plan or price "5c61ea857579e5001704b4ea"/)
  await page.goto(pageOf(site, 'home'))
  await ready(page)
  expect(await page.evaluate(() => Reflect.get(window, 'seen'))).toEqual([false])
  for (const name of ['My profile', 'Account', 'Dashboard', 'Log out'])
    await expect(page.getByRole('link', { name, exact: true })).toBeHidden()
  await expect(page.getByText('Lessons for members')).toBeHidden()
  await expect(page.getByText('The reading room')).toBeHidden()

  await page.getByRole('link', { name: 'Join the crew' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('a-good-password')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lessons for members')).toBeVisible()
  await expect(page.getByText('The reading room')).toBeVisible()
  expect(await plans(page)).toEqual(['pln_free'])
  expect(page.url()).toBe(pageOf(site, 'home'))
  for (const name of ['Log in', 'Log in by form'])
    await expect(page.getByRole('link', { name, exact: true })).toBeHidden()

  await page.getByRole('button', { name: 'Save my notes' }).click()
  await expect(page.locator('#saved')).toHaveText('1 string')
  await expect(page.getByText('Your changes have been saved.')).toBeVisible()
  await expect(page.locator('[ms-data]')).toHaveText('Grace')
  await page.reload()
  await expect(page.locator('#hello')).toHaveText(`Grace ${email}`)
  await expect(page.locator('#level')).toHaveText('pln_free')

  await page.getByRole('link', { name: 'Account' }).click()
  await expect(dialog).toContainText('Profile')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect.poll(() => currentEmail(page)).toBe(undefined)
})

test('a login form with ms-login: the password reaches no URL, a wrong one is reported, and ms-hide-element follows', async ({
  page,
  site,
  member,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 4\d\d/, OLD_TAG, /no plan or price/)
  await page.goto(pageOf(site, 'login'))
  await expect(page.getByRole('link', { name: 'Log out' })).toBeHidden()
  await page.getByLabel('Email address').fill(member.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.locator('.w-form-fail')).toBeVisible()
  await page.getByText('reset it?').click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Password' }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(pageOf(site, 'home'))
  await expect(page.locator('#hello')).toHaveText(`Ada ${member.email}`)
  expect(site.received.filter(({ url, body }) => `${url}${body}`.includes('password='))).toEqual([])
  await page.goto(pageOf(site, 'login'))
  await expect(page.getByText('Not a member')).toBeHidden()
  await page.getByRole('link', { name: 'Log out' }).click()
  await expect(page.getByText('Not a member')).toBeVisible()
})

test('a link to a page with a sign-up form names its membership; fields without ms-field are found', async ({
  page,
  site,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(OLD_TAG, /no plan or price/)
  await page.goto(pageOf(site, 'home'))
  await ready(page)
  await page.getByRole('link', { name: 'Join by form' }).click()
  await page.waitForURL(pageOf(site, 'join'))
  await page.getByLabel('First name').fill('Mary')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill('a-good-password')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText('You are aboard')).toBeVisible()
  expect(await plans(page)).toEqual(['pln_newsletter'])
  expect(await currentEmail(page)).toBe(email)
})

test('an unknown membership is refused before an account is made, and the console names the missing plan', async ({
  page,
  site,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(OLD_TAG, /Give the plan the ID pln_5c61ea857579e5001704b4ea/, /status of 4\d\d/)
  await page.goto(pageOf(site, 'home'))
  await ready(page)
  await page.getByRole('link', { name: 'Join a closed course' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('a-good-password')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert').first()).toBeVisible()
  expect(await currentEmail(page)).toBe(undefined)
})

test('a URL with #/ms/login opens the login, and MemberStack.reload() and later markup are not needed to run it', async ({
  page,
  site,
  member,
  expectedConsole,
}) => {
  expectedConsole.push(OLD_TAG, /no plan or price/)
  await page.goto(`${pageOf(site, 'home')}#/ms/login`)
  await logInByDialog(page, member)
  await expect.poll(() => currentEmail(page)).toBe(member.email)
  expect(page.url()).toBe(pageOf(site, 'home'))
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), { href: '#/ms/logout', textContent: 'Leave now' })
    document.querySelector('#late')?.append(link)
  })
  await page.getByText('Leave now').click()
  await expect.poll(() => currentEmail(page)).toBe(undefined)
})

test('a returning member of a page of Memberstack 1.0 never sees what is for visitors', async ({
  page,
  site,
  member,
  expectedConsole,
}) => {
  expectedConsole.push(OLD_TAG, /no plan or price/)
  await stayLoggedIn(page, member)
  await page.goto(pageOf(site, 'home'))
  await expect(page.locator('#hello')).toHaveText(`Ada ${member.email}`)
  await expect(page.getByText('Log in by form')).toBeHidden()
  await page.evaluate('MemberStack.logout()')
  await expect(page.getByText('Log in by form')).toBeVisible()
  expect(await currentEmail(page)).toBe(undefined)
})

test('a form whose action is #/ms/logout logs out, and visitors do not see it; one with fields logs in', async ({
  page,
  site,
  member,
}) => {
  await preventReload(page)
  await page.goto(pageOf(site, 'account'))
  await ready(page)
  const leave = page.getByRole('button', { name: 'Log out' })
  await expect(leave).toBeHidden()
  await page.getByLabel('Email address').fill(member.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(member.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(leave).toBeVisible()
  expect(await currentEmail(page)).toBe(member.email)
  await page.evaluate(() =>
    document.querySelector('#leave')?.addEventListener('submit', (event) => event.preventDefault(), { once: true }),
  )
  await leave.click()
  expect(await currentEmail(page)).toBe(member.email)
  await leave.click()
  await expect(leave).toBeHidden()
  await expect.poll(() => currentEmail(page)).toBe(undefined)
  expect(site.received.filter(({ url, body }) => `${url}${body}`.includes('password='))).toEqual([])
})

test('a form whose action is #/ms/signup/… and that has only a button opens the sign-up with the plan', async ({
  page,
  site,
  email,
}) => {
  await page.goto(pageOf(site, 'account'))
  await expect(page.locator('b')).toHaveText('none')
  await page.getByRole('button', { name: 'Get the newsletter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('a-good-password')
  await page.keyboard.press('Enter')
  await expect.poll(() => plans(page)).toEqual(['pln_newsletter'])
  await expect(page.locator('b')).toHaveText('Newsletter')
})

for (const who of ['member', 'visitor'] as const) {
  for (const path of ['membership/redirect', 'member-page', 'content/free-area'])
    test(`#/ms/${path} in the URL of a ${who} without such a page: nothing happens, and the session stays`, async ({
      page,
      site,
      member,
    }) => {
      if (who === 'member') await stayLoggedIn(page, member)
      const visited: string[] = []
      await page.clock.install()
      await page.goto(pageOf(site, 'account'))
      await ready(page)
      page.on('framenavigated', (frame) => visited.push(frame.url()))
      await page.goto(`${pageOf(site, 'account')}#/ms/${path}`)
      if (who === 'member') await page.getByRole('link', { name: 'My page' }).click()
      await page.clock.runFor(500)
      expect(await currentEmail(page)).toBe(who === 'member' ? member.email : undefined)
      expect(visited.length).toBeLessThanOrEqual(4)
      expect(page.url()).toBe(pageOf(site, 'account'))
      await page.reload()
      await ready(page)
      expect(await currentEmail(page)).toBe(who === 'member' ? member.email : undefined)
    })
}
