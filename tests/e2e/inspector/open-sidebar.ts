import type { Locator, Page } from '@playwright/test'

export interface OpenSidebar {
  sidebar: Locator
  badge: Locator
  tab: (name: 'Inspector' | 'Member' | 'App') => Locator
}

export async function openSidebar(page: Page, url: string): Promise<OpenSidebar> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Test Mode' }).click()
  return sidebarOf(page)
}

/** For an open sidebar, as after a reload. */
export function sidebarOf(page: Page): OpenSidebar {
  const sidebar = page.getByRole('complementary', { name: 'Membership inspector' })
  return {
    sidebar,
    badge: page.getByRole('button', { name: /^(Test Mode|Hide Inspector)/ }),
    tab: (name) => sidebar.getByRole('tab', { name }),
  }
}
