import type { Page } from '@playwright/test'

/** Presses a closing window's button; the window may be gone before Playwright sees the click. */
export async function closeWindow(window: Page): Promise<void> {
  const closed = window.waitForEvent('close')
  await window
    .getByRole('button', { name: 'Close' })
    .click()
    .catch(() => undefined)
  await closed
}
