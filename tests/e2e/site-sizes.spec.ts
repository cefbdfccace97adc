import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { expect, test } from './product-test'
import { missingPage, sitePages } from './site-pages'
import { slow } from './slow-tier'
import { storeSession } from './store-session'

/** Runs in the page: elements that overflow the window or are clipped. */
function misfits(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide in ${clientWidth}`] : []
  for (const one of document.querySelectorAll<HTMLElement>('body *')) {
    const { left, right, width } = one.getBoundingClientRect()
    const isDrawing = one.closest('svg, [aria-hidden=true], .visually-hidden, .skip-link, [hidden]')
    if (isDrawing || width <= 1 || !one.checkVisibility()) continue
    const name = `${one.localName}.${one.className} “${(one.textContent ?? '').slice(0, 30)}”`
    if (left < -0.5 || right > clientWidth + 0.5) found.push(`${name} stands outside`)
    const { overflowX } = getComputedStyle(one)
    const hides = overflowX !== 'visible' && !one.matches('input, textarea, select, ul')
    if (hides && one.scrollWidth > one.clientWidth + 1 && !one.querySelector('svg')) found.push(`${name} is cut off`)
  }
  return found
}

/** Runs in the page: touch targets that are too small, except links inside a sentence. */
function smallTargets(): string[] {
  const isInText = (one: Element) =>
    one.matches('p a, li p a, dd a, label a') && getComputedStyle(one).display === 'inline'
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches('.skip-link') && !isInText(one))
    .flatMap((one) => {
      const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : []
      const boxes = [one, ...labels].map((part) => part.getBoundingClientRect())
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
      return height < 43.5 ? [`“${one.textContent || one.id}” is ${height.toFixed(0)} high`] : []
    })
}

async function openAll(page: Page, site: string, look: (name: string) => Promise<void>): Promise<void> {
  for (const { name, path } of sitePages) {
    await arrive(page, site + path)
    if (name === 'forgotPassword') await page.keyboard.press('Escape')
    await look(name)
  }
}

test(
  'every page of the site fits a small phone, with large enough controls, and any larger screen',
  slow,
  async ({ page, urls, expectedConsole }) => {
    test.setTimeout(600_000)
    expectedConsole.push(missingPage)
    await openAll(page, urls.site, async (name) => {
      for (const width of [1920, 1280, 768, 360]) {
        await page.setViewportSize({ width, height: 800 })
        expect.soft(await page.evaluate(misfits), `${name} at ${width}`).toEqual([])
      }
      expect.soft(await page.evaluate(smallTargets), name).toEqual([])
    })
  },
)

test.describe('at 200 percent zoom', () => {
  // A window of 1280 pixels at 200 percent.
  test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

  test('every page of the site fits, for a member too', slow, async ({ page, urls, email, expectedConsole }) => {
    test.setTimeout(600_000)
    expectedConsole.push(missingPage)
    await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
    await openAll(page, urls.site, async (name) => {
      expect.soft(await page.evaluate(misfits), name).toEqual([])
    })
  })
})
