import type { Page } from '@playwright/test'

/** Presses the button of a window that says how it ended. The window may be gone before Playwright has seen the click. */
export async function closeWindow(window: Page): Promise<void> {
  const closed = window.waitForEvent('close')
  await window
    .getByRole('button', { name: 'Close' })
    .click()
    .catch(() => undefined)
  await closed
}
