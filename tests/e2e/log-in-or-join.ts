import type { Locator, Page } from '@playwright/test'
import { password } from './account-modals'

/** Fills in a login or sign-up form and submits it with Enter. */
export async function logInOrJoin(form: Page | Locator, email: string): Promise<void> {
  await form.getByLabel(/^Email/).fill(email)
  const field = form.getByLabel('Password', { exact: true })
  await field.fill(password)
  await field.press('Enter')
}
