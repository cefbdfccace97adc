import type { Page } from '@playwright/test'
import { signUp } from './sign-up'

/**
 * Makes a member and stores the session for one origin, as if the person had logged in there before.
 * @param origin where the pages live @param api origin of the API
 */
export async function storeSession(page: Page, origin: string, api: string, app: string, email: string): Promise<void> {
  const token = await signUp(api, { email, password: 'a-good-password' }, app)
  await page.addInitScript(
    ({ at, value }) => {
      if (location.origin === at) localStorage.setItem('_ms-mid', value)
    },
    { at: origin, value: token },
  )
}
