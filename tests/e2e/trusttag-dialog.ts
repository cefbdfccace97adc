import type { Page } from '@playwright/test'
import { PASSWORD } from './trusttag-forms'

/** Signs up in the membership script's dialog. */
export async function joinInDialog(page: Page, email: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First Name').fill('Grace')
  await dialog.getByLabel('Last Name').fill('Hopper')
  await dialog.getByLabel('Phone').fill('+1 555 0100')
  await dialog.getByLabel(/^Email/).fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('Password', { exact: true }).press('Enter')
}
