import { arrive } from './arrive'
import { expect, test } from './product-test'
import { missingPage, sitePages } from './site-pages'
import { slow } from './slow-tier'

/** A sheet of A4 without its margins, in CSS pixels. */
const SHEET_PX = 718

/** Runs in the page: what cannot be read on white paper, what is cut off, and what should not be there. */
function unprintable(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide in ${clientWidth}`] : []
  const shown = (one: Element) => one.checkVisibility({ visibilityProperty: true })
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const lightness = (colour: string): number => {
    if (!canvas) return 1
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = '#fff'
    canvas.fillRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((part) => {
      const value = part / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  for (const one of document.querySelectorAll('header.site-header, nav, form, .button, .skip-link')) {
    if (shown(one)) found.push(`${one.localName}.${one.className} is printed`)
  }
  for (const one of document.querySelectorAll<HTMLElement>('main *, footer *')) {
    const text = [...one.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const ownText = text.map(({ textContent }) => textContent?.trim() ?? '').join('')
    if (!ownText || !shown(one) || one.closest('[aria-hidden=true], .visually-hidden')) continue
    const name = `${one.localName}.${one.className} “${ownText.slice(0, 30)}”`
    // Browsers print no grounds: what counts is the ink on the paper.
    if (1.05 / (lightness(getComputedStyle(one).color) + 0.05) < 4.5) found.push(`${name} is too light`)
    const { left, right } = one.getBoundingClientRect()
    if (left < -0.5 || right > clientWidth + 0.5) found.push(`${name} stands outside`)
    const { overflowY } = getComputedStyle(one)
    if (overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1) found.push(`${name} is cut off`)
  }
  const ground = lightness(getComputedStyle(document.documentElement).backgroundColor)
  if (ground < 0.99) found.push('the paper is not white')
  return found
}

// The screen’s colours must not come along.
test.use({ colorScheme: 'dark', viewport: { width: SHEET_PX, height: 1000 } })

test(
  'every page of the site prints as ink on white paper, whole, and without what only leads on',
  slow,
  async ({ page, urls, expectedConsole }) => {
    test.setTimeout(600_000)
    expectedConsole.push(missingPage)
    for (const { name, path } of sitePages) {
      await page.emulateMedia({ media: 'screen' })
      await arrive(page, urls.site + path)
      await page.emulateMedia({ media: 'print' })
      await expect.soft(page.locator('h1'), name).toBeVisible()
      expect.soft(await page.evaluate(unprintable), name).toEqual([])
    }
  },
)
