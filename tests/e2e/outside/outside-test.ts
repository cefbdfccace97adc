import type { Page } from '@playwright/test'
import { type FixtureSite, serveFixtures } from '../../support/serve-fixtures'
import { expect, test as base } from '../product-test'
import { signUp } from '../sign-up'

export interface Member {
  email: string
  password: string
  /** A session. */
  token: string
}

interface OutsideFixtures {
  /** `tests/fixtures/outside`, on its own origin. */
  outside: string
  site: FixtureSite
  /** A member named Ada. */
  member: Member
}

/** Journeys on foreign markup: only the URL of the script tag is ours. */
export const test = base.extend<OutsideFixtures>({
  site: async ({ urls, page }, provide) => {
    const site = await serveFixtures(urls.api)
    await provide(site)
    // Close the page before its server: it may have pending requests.
    await page.close()
    await site.stop()
  },
  outside: async ({ site }, provide) => provide(`${site.url}/outside`),
  member: async ({ urls, email }, provide) => {
    const password = 'a-good-password'
    const token = await signUp(urls.api, { email, password, customFields: { 'first-name': 'Ada' } })
    await provide({ email, password, token })
  },
})

export { expect }

export const ready = (page: Page) => page.waitForFunction(() => window.$memberstackReady)

/** A returning member's browser; changes of the session persist. */
export async function stayLoggedIn(page: Page, { token }: Member): Promise<void> {
  await page.addInitScript((value) => {
    if (localStorage.getItem('was-here')) return
    localStorage.setItem('was-here', '1')
    localStorage.setItem('_ms-mid', value)
  }, token)
}

/** Fills in and submits the open dialog. */
export async function logInByDialog(page: Page, { email, password }: Member): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

export const currentEmail = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await window.$memberstackDom?.getCurrentMember())?.data?.auth.email)
