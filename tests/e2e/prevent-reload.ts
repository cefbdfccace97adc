import type { Page } from '@playwright/test'

/** Keeps pages as they are after a login without a redirect, so that a slow machine can still look at them. */
export const preventReload = (page: Page) =>
  page.addInitScript(() => document.addEventListener('memberstack.reload', (event) => event.preventDefault()))
