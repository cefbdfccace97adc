import type { Page, Route } from '@playwright/test'

export const PASSWORD = 'a-good-password'

/** Fills in the required fields. */
export async function fillSignup(page: Page, email: string): Promise<void> {
  await page.getByLabel('First Name').fill('Grace')
  await page.getByLabel('Last Name').fill('Hopper')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel('Phone').fill('+1 555 0100')
}

export async function fillLogin(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

export const submitButton = (page: Page) => page.locator('main button[type=submit]')

/** The site's keys in browser storage. */
export const storedKeys = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const names = ['isLoggedIn', 'memberData', 'userData', 'userEmail']
    return Object.fromEntries(names.flatMap((name) => [[name, localStorage.getItem(name)]]).filter(([, text]) => text))
  })

/** Holds requests back until the returned function is called. @returns also their number */
export async function holdBack(page: Page, address: string) {
  let release = (): void => {}
  let count = 0
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(address, async (route) => {
    count += 1
    await released
    await route.continue()
  })
  return { release: () => release(), count: () => count }
}

/** Mocks a response. @param body sent as is */
export const answerWith = (page: Page, status: number, body: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/json',
    headers: {
      'Access-Control-Allow-Origin': new URL(page.url()).origin,
      'Access-Control-Allow-Credentials': 'true',
    },
    body,
  })
