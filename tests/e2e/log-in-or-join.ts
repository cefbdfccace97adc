import type { Locator, Page } from '@playwright/test'
import { password } from './account-modals'

/** Fills in the form for login or sign-up, of the page or a dialog, and sends it by the Enter key. */
export async function logInOrJoin(form: Page | Locator, email: string): Promise<void> {
  await form.getByLabel(/^Email/).fill(email)
  const field = form.getByLabel('Password', { exact: true })
  await field.fill(password)
  await field.press('Enter')
}
