import { expect, type Page } from '@playwright/test'
import type { Member } from '../../contract/entities'
import { storeSession } from './store-session'
import type { ProductUrls } from './product-test'

declare global {
  interface Window {
    /** Values of `data-ms-content` that a person could see, on any frame so far. */
    gatesSeen: Set<string>
  }
}

/** Notes in every frame, from the first on, which gated elements a person could see. */
export const watchGates = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.gatesSeen = new Set()
    const look = (): void => {
      for (const element of document.querySelectorAll('[data-ms-content]')) {
        // In SVG what has no box may still count as visible.
        const drawn = element.getClientRects().length > 0 && element.checkVisibility()
        if (drawn) window.gatesSeen.add(element.getAttribute('data-ms-content') ?? '')
      }
      requestAnimationFrame(look)
    }
    look()
  })

/** Which of a value and its opposite shows now, and which of them ever did since the page was opened. */
export async function expectSide(page: Page, value: string, shown: 'value' | 'opposite'): Promise<void> {
  const [here, other] = shown === 'value' ? [value, `!${value}`] : [`!${value}`, value]
  await page.waitForFunction(() => window.$memberstackReady)
  await expect(page.locator(`[data-ms-content="${here}"]`).first()).toBeVisible()
  await expect(page.locator(`[data-ms-content="${other}"]`)).toHaveCount(0)
  const seen = await page.evaluate(() => [...window.gatesSeen])
  expect(seen).toContain(here)
  expect(seen).not.toContain(other)
}

/** Opens a demo page as somebody who is not logged in. */
export async function openAsVisitor(page: Page, url: string): Promise<void> {
  await watchGates(page)
  await page.goto(url)
}

/**
 * Opens a demo page as a new member, logged in.
 * @param changes what the server's answer says otherwise; only for what cannot be had on a page
 */
export async function openAsMember(
  page: Page,
  urls: ProductUrls,
  path: string,
  email: string,
  changes: Partial<Member> = {},
): Promise<void> {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.route(`${urls.api}/app-member`, async (route) => {
    const response = await route.fetch()
    const answer: { data: { member: Member | null } } = await response.json()
    // A visitor stays one.
    if (answer.data.member) Object.assign(answer.data.member, changes)
    await route.fulfill({ response, json: answer })
  })
  await openAsVisitor(page, urls.demo + path)
}
