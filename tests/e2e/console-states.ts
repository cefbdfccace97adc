import type { Locator, Page, Route } from '@playwright/test'
import { mayDo, roleNames } from '../../contract/admin/rights'
import type { Right, Role } from '../../contract/admin/rights'
import { errors } from '../../contract/errors'
import { findings, rulesIn } from './axe-findings'
import { loaded, NARROW, overhang, shootAll } from './console-page'
import { queueAnswers } from './page-recorder'
import { expect } from './product-test'
import { recordShifts } from './record-shifts'

const TABS_MAX = 45
const RIGHT_MISSING = 'right-missing'

const ADMIN = /\/admin\/(?!events)/
const refuse = (status: number, code: string, message: string) => (route: Route) =>
  route.fulfill({ status, json: { code, message }, headers: { 'X-Request-Id': 'req-of-the-test' } })

/** A role without the right; null if every role has it. */
export const roleWithout = (right: Right | null): Role | null =>
  (right && roleNames.find((role) => !mayDo(role, right))) ?? null

export async function reachByTab(page: Page, target: Locator): Promise<boolean> {
  await page.locator('#content').evaluate((content) => {
    // Pages without navigation have nothing before their content.
    content.tabIndex = -1
    content.focus()
  })
  for (let presses = 0; presses < TABS_MAX; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return true
    await page.keyboard.press('Tab')
  }
  return false
}

/**
 * While answers are late, skeletons hold the place of what comes, so that nothing moves, whichever comes first.
 * @param heading already there, where it does not depend on what comes
 */
export async function watchSlowLoad(page: Page, name: string, heading?: Locator): Promise<void> {
  await page.addInitScript(recordShifts)
  for (const order of ['forwards', 'backwards'] as const) {
    const answers = await queueAnswers(page, ADMIN)
    await page.reload()
    const skeleton = page.locator('#content .skeleton').first()
    await expect(skeleton).toBeVisible()
    // A fast answer shows none.
    await expect(skeleton).toHaveCSS('animation-delay', '0.15s')
    if (heading) await expect(heading).toBeVisible()
    if (order === 'forwards') await shootAll(page, `${name}-loading`)
    await answers.release(order, page.locator('#content .skeleton'))
    await loaded(page)
    const shifts = await page.evaluate(() => window.shifts ?? [])
    expect(
      shifts.filter(({ value }) => value > 0.001),
      `answers ${order}`,
    ).toEqual([])
  }
}

/** The server fails: the screen says so with the request ID, and Retry loads it. */
export async function failAndRetry(page: Page, name: string): Promise<void> {
  const { message } = errors['unknown-error']
  const fail = refuse(500, 'unknown-error', message)
  await page.route(ADMIN, fail)
  await page.reload()
  const alert = page.locator('#content').getByRole('alert').first()
  await expect(alert).toContainText(message)
  await expect(alert).toContainText('req-of-the-test')
  await expect(page.locator('h1')).toHaveCount(1)
  await shootAll(page, `${name}-error`)
  await page.unroute(ADMIN, fail)
  // Parts of a screen may have failed apart.
  const retry = page.getByRole('button', { name: 'Retry' }).first()
  await expect(async () => {
    // It may leave in between.
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 })
    await expect(page.locator('#content [aria-busy="true"]')).toHaveCount(0, { timeout: 1_000 })
    await expect(alert).toBeHidden({ timeout: 1_000 })
  }).toPass()
}

/** What axe finds from right to left, with longer texts, in both schemes at both widths, and sideways scroll. */
export async function faultsMirrored(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  await page.evaluate(() => localStorage.setItem('console-language', 'ar-XB'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await loaded(page)
  for (const size of [{ width: 1280, height: 800 }, ...NARROW]) {
    await page.setViewportSize(size)
    const wider = await overhang(page)
    if (wider > 0) found.push(`${wider} px wider than ${size.width} px`)
    // A tablet has the elements of a phone or of a desktop.
    if (size.width === 768) continue
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const lines = await findings(page, rulesIn(colorScheme))
      found.push(...lines.map((line) => `${size.width} px ${colorScheme} ${line}`))
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await shootAll(page, `${name}-mirrored`)
  return found
}

/** The page believes that the person has this role; without such a role, the server refuses what the screen reads. */
export async function showWithoutRight(page: Page, role: Role | null): Promise<void> {
  if (role === null) {
    await page.route(ADMIN, (route) =>
      /\/admin\/staff\b/.test(route.request().url()) && !page.url().endsWith('/team')
        ? route.continue()
        : refuse(403, RIGHT_MISSING, errors[RIGHT_MISSING].message)(route),
    )
  } else {
    // Read by the page itself: the server answers no other site.
    const session = await page.evaluate(async () => (await fetch('/console/session')).json())
    for (const app of session.data.apps) app.role = role
    await page.route(/\/console\/session$/, (route) => route.fulfill({ json: session }))
  }
  await page.reload()
}
