import type { Page } from '@playwright/test'
import { findings, rulesIn } from './axe-findings'
import { expect } from './product-test'

/** The demo owner opens a screen of the demo app. @param screen `members`, `settings/design` … */
export async function openScreen(page: Page, api: string, screen: string, app = 'app_demo'): Promise<void> {
  await logIn(page, `${api}/console/apps/${app}${screen && `/${screen}`}`)
}

/** The demo owner opens a page of the console. Resolves when the page of the login is gone: its heading is not the screen's. */
export async function logIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: 'Continue as the demo owner' }).click()
  await page.waitForURL((at) => !at.pathname.startsWith('/console/login'), { waitUntil: 'commit' })
}

/** Violations of the policy so far, of the page and of frames in it. Call it before the page opens. */
export async function watchPolicy(page: Page): Promise<readonly string[]> {
  const seen: string[] = []
  await page.exposeFunction('reportViolation', (line: string) => void seen.push(line))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function') report(`${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  return seen
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

/** Resolves when the screen is there: its heading, and content instead of skeletons. */
export async function loaded(page: Page): Promise<void> {
  await page.locator('#content h1').waitFor()
  await expect(page.locator('#content [aria-busy="true"]')).toHaveCount(0)
}

/** A folder for screenshots of what `faults` sees; none by default. */
const shots = process.env['CONSOLE_SHOTS']

/**
 * What axe finds on a loaded screen in both color schemes and on a phone, and sideways scroll on a phone and a tablet.
 * @param name of the screenshots
 */
export async function faults(page: Page, name = 'console'): Promise<string[]> {
  const found: string[] = []
  await loaded(page)
  const shoot = async (at: string) => shots && page.screenshot({ path: `${shots}/${name}-${at}.png`, fullPage: true })
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    found.push(...(await findings(page, rulesIn(colorScheme))).map((finding) => `${colorScheme} ${finding}`))
    await shoot(`1280-${colorScheme}`)
  }
  for (const size of NARROW) {
    await page.setViewportSize(size)
    // Tables have become lists after axe.
    if (size.width < 500) found.push(...(await findings(page)).map((finding) => `${size.width} px ${finding}`))
    const wider = await overhang(page)
    if (wider > 0) found.push(`${wider} px wider than ${size.width} px`)
    await shoot(String(size.width))
  }
  await page.setViewportSize(DESKTOP)
  return found
}
