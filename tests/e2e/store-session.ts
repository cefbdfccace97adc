import type { Page } from '@playwright/test'
import { signUp, type NewMember } from './sign-up'

/**
 * Signs up and stores the session for one origin, as if logged in before.
 * @param origin of the pages @param api origin of the API
 * @param more sign-up data, such as free plans
 * @returns the session token
 */
export async function storeSession(
  page: Page,
  origin: string,
  api: string,
  app: string,
  email: string,
  more: Partial<NewMember> = {},
): Promise<string> {
  const token = await signUp(api, { email, password: 'a-good-password', ...more }, app)
  await page.addInitScript(
    ({ at, value }) => {
      if (location.origin === at) localStorage.setItem('_ms-mid', value)
    },
    { at: origin, value: token },
  )
  return token
}
