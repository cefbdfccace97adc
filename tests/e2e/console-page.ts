import type { BrowserContext, Frame, Page } from '@playwright/test'
import { findings, rulesIn } from './axe-findings'
import { hands } from './hand'
import { expect, ownProductTest, test } from './product-test'

/** The demo owner opens a screen of the demo app. @param screen `members`, `settings/design` … */
export async function openScreen(page: Page, api: string, screen: string, app = 'app_demo'): Promise<void> {
  await logIn(page, `${api}/console/apps/${app}${screen && `/${screen}`}`)
}

/** The demo owner opens a page of the console. Resolves when the page of the login is gone: its heading is not the screen's. */
export async function logIn(page: Page, url: string, { press } = hands.mouse): Promise<void> {
  await page.goto(url)
  await press(page.getByRole('button', { name: 'Continue as the demo owner' }))
  await page.waitForURL((at) => !at.pathname.startsWith('/console/login'), { waitUntil: 'commit' })
}

interface PolicyFixtures {
  /** Violations of the console's policy so far, in all pages and their frames. */
  violations: string[]
}

/** Records violations in the console's pages of a context. Call it before they open. */
export async function watchPolicy(context: BrowserContext, violations: string[]): Promise<void> {
  await context.exposeFunction('reportViolation', (line: string) => void violations.push(line))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function' && location.pathname.startsWith('/console'))
        report(`${location.pathname}: ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
}

async function failOnViolation(
  { context }: { context: BrowserContext },
  provide: (violations: string[]) => Promise<void>,
): Promise<void> {
  const violations: string[] = []
  await watchPolicy(context, violations)
  await provide(violations)
  expect(violations).toEqual([])
}

/** Journeys of the console: one report of its policy fails them. */
export const consoleTest = test.extend<PolicyFixtures>({ violations: [failOnViolation, { auto: true }] })

/** The same, for journeys that change the demo app. */
export const ownConsoleTest = ownProductTest.extend<PolicyFixtures>({ violations: [failOnViolation, { auto: true }] })

/** What the browser says of a break that a test made. */
export const POLICY_BREAK = /TrustedHTML/

/** Breaks the policy of the page or frame: a journey that would not hear of it proves nothing. */
export async function expectWatched(at: Page | Frame, violations: string[]): Promise<void> {
  expect(violations).toEqual([])
  await at.evaluate(() => {
    try {
      document.createElement('p').innerHTML = '<b>x</b>'
    } catch {
      // As the policy demands.
    }
  })
  await expect.poll(() => violations).toHaveLength(1)
  violations.length = 0
}

const DESKTOP = { width: 1280, height: 800 }
/** Phones and tablets. */
export const NARROW = [
  { width: 360, height: 740 },
  { width: 768, height: 900 },
]

/** How much wider than its window the page is, in pixels. */
export const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Resolves when the screen is there: its one heading, and content instead of skeletons. */
export async function loaded(page: Page): Promise<void> {
  // An edited text may have its own.
  await expect(page.locator('h1:not([contenteditable] *)')).toHaveCount(1)
  await expect(page.locator('#content [aria-busy="true"]')).toHaveCount(0)
}

/** A folder for screenshots of the states that tests bring about; none by default. */
const shots = process.env['CONSOLE_SHOTS']

let named = 0
const nextName = (): string => `${test.info().title.slice(0, 60)} ${(named += 1)}`

/** Keeps a picture of the whole page, if a folder is named. @param name of the screen, its state, size and scheme */
async function shoot(page: Page, name: string): Promise<void> {
  if (shots)
    await page.screenshot({
      path: `${shots}/${name.replaceAll(/[^\w -]/g, '')}.png`,
      fullPage: true,
    })
}

/** The same at every size in both color schemes. Leaves a desktop in light. */
export async function shootAll(page: Page, name: string): Promise<void> {
  if (!shots) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const size of [...NARROW, DESKTOP]) {
      await page.setViewportSize(size)
      await shoot(page, `${name}-${size.width}-${colorScheme}`)
    }
  }
}

/**
 * What axe finds on a loaded screen in both color schemes and on a phone, and sideways scroll on a phone and a tablet.
 * @param name of the screenshots; else that of the test with a number
 */
export async function faults(page: Page, name = nextName()): Promise<string[]> {
  const found: string[] = []
  await loaded(page)
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await findings(page, rulesIn(colorScheme))).map((finding) => `${colorScheme} ${finding}`))
  }
  for (const size of NARROW) {
    await page.setViewportSize(size)
    // Tables have become lists after axe.
    if (size.width < 500) found.push(...(await findings(page)).map((finding) => `${size.width} px ${finding}`))
    const wider = await overhang(page)
    if (wider > 0) found.push(`${wider} px wider than ${size.width} px`)
  }
  await page.setViewportSize(DESKTOP)
  await shootAll(page, name)
  return found
}
