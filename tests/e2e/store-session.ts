import type { Page } from '@playwright/test'
import { signUp, type NewMember } from './sign-up'

/**
 * Makes a member and stores the session for one origin, as if the person had logged in there before.
 * @param origin where the pages live @param api origin of the API
 * @param more of the sign-up, free plans for instance
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
