import { expect, type Page } from '@playwright/test'
import type { Member } from '../../contract/entities'
import { storeSession } from './store-session'
import type { ProductUrls } from './product-test'

declare global {
  interface Window {
    /** Visible `data-ms-content` values, in any frame so far. */
    gatesSeen: Set<string>
  }
}

/** Records visible gated elements in every frame, from the first on. */
export const watchGates = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.gatesSeen = new Set()
    // Real frames, even if the test stops the clock.
    const frame = requestAnimationFrame
    const look = (): void => {
      window.framesSeen = (window.framesSeen ?? 0) + 1
      for (const element of document.querySelectorAll('[data-ms-content]')) {
        // SVG elements without a box may still report as visible.
        const drawn = element.getClientRects().length > 0 && element.checkVisibility()
        if (drawn) window.gatesSeen.add(element.getAttribute('data-ms-content') ?? '')
      }
      frame(look)
    }
    look()
  })

/** Expects which of a value and its opposite is visible, and that the other never was. */
export async function expectSide(page: Page, value: string, shown: 'value' | 'opposite'): Promise<void> {
  const [here, other] = shown === 'value' ? [value, `!${value}`] : [`!${value}`, value]
  await page.waitForFunction(() => window.$memberstackReady)
  await expect(page.locator(`[data-ms-content="${here}"]`).first()).toBeVisible()
  await expect(page.locator(`[data-ms-content="${other}"]`)).toHaveCount(0)
  const seen = () => page.evaluate(() => [...window.gatesSeen])
  // The next frame records it.
  await expect.poll(seen).toContain(here)
  expect(await seen()).not.toContain(other)
}

/** Expects that neither a value nor its opposite was ever visible. */
export async function expectNeither(page: Page, value: string): Promise<void> {
  await page.waitForFunction(() => window.$memberstackReady)
  for (const one of [value, `!${value}`]) await expect(page.locator(`[data-ms-content="${one}"]`)).toHaveCount(0)
  const seen = await page.evaluate(() => [...window.gatesSeen])
  expect(seen.filter((one) => one === value || one === `!${value}`)).toEqual([])
}

export async function openAsVisitor(page: Page, url: string): Promise<void> {
  await watchGates(page)
  await page.goto(url)
}

/**
 * Opens a demo page as a new, logged-in member.
 * @param changes to the server's response, only for states that no page can create
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
    if (answer.data.member) Object.assign(answer.data.member, changes)
    await route.fulfill({ response, json: answer })
  })
  await openAsVisitor(page, urls.demo + path)
}
