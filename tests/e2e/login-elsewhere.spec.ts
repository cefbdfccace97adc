import type { Page } from '@playwright/test'
import { expectModalGone, modalResult, openModal, password } from './account-modals'
import { expect, test } from './product-test'
import { signUp } from './sign-up'

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: active, body } = document
    return active === body ? 'nothing' : (active?.textContent ?? '').trim()
  })

/** Two frames later the widget has rescanned; until then it may remove and restore the button. */
const chooseGating = (page: Page, gating: string) =>
  page.locator('main').evaluate((main, choice) => {
    main.setAttribute('data-ms-gating', choice)
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }, gating)

for (const gating of ['remove', 'hide']) {
  test(`the login button is gone after the login: the focus goes to what took its place (${gating})`, async ({
    page,
    urls,
    email,
  }) => {
    await signUp(urls.api, { email, password })
    await page.goto(`${urls.demo}/gating/members.html`)
    await page.waitForFunction(() => window.$memberstackReady)
    await chooseGating(page, gating)
    const opener = page.locator('[data-ms-modal=login]')
    await opener.focus()
    await expect(opener).toBeFocused()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByLabel('Email')).toBeFocused()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await expectModalGone(dialog.page())
    await expect(page.locator('#for-members')).toBeVisible()
    expect(await focused(page)).toBe('For members')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Log out')
  })
}

test('if a script removed the button while its dialog was open, the focus stays nearby', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/gating/members.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.locator('[data-ms-modal=login]').click()
  await expect(page.getByRole('dialog').getByLabel('Email')).toBeFocused()
  await page.evaluate(() => document.querySelector('[data-ms-modal=login]')?.closest('p')?.remove())
  await page.keyboard.press('Escape')
  await expectModalGone(page)
  expect(await focused(page)).toBe('For everyone')
})

test('an open login resolves with the member when the same person logs in in another tab', async ({
  page,
  urls,
  email,
  openTab,
}) => {
  await signUp(urls.api, { email, password })
  const dialog = await openModal(page, urls.demo, 'LOGIN')
  const other = await openTab()
  await other.goto(`${urls.demo}/forms/login.html`)
  await other.getByLabel('Email').fill(email)
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Log in' }).click()
  await expectModalGone(dialog.page())
  await expect(page.getByRole('heading', { name: 'Members only' })).toBeVisible()
  expect(await modalResult(page)).toMatchObject({ type: 'LOGIN', data: { member: { auth: { email } } } })
})
