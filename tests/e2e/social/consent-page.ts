import type { Page } from '@playwright/test'

/** Completes the test consent page. @param verified whether the provider has verified the email */
export async function consent(window: Page, email: string, verified = true): Promise<void> {
  await window.getByLabel('Email').fill(email)
  if (!verified) await window.getByRole('checkbox').uncheck()
  await window.getByRole('button', { name: 'Continue' }).click()
}
