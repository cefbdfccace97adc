import { arrive } from './arrive'
import { expect, test } from './product-test'
import { missingPage, sitePages } from './site-pages'
import { slow } from './slow-tier'

/** A4 without margins, in CSS pixels. */
const SHEET_PX = 718

/** Runs in the page: unreadable, clipped or unwanted elements on white paper. */
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
    // Browsers print no backgrounds: text must contrast with white.
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

/** Number of pages. Chromium writes page objects uncompressed. */
const sheetsOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/gu)?.length ?? 0

for (const format of ['A4', 'Letter'] as const)
  test(`a verified TrustTag prints on one page of ${format}`, async ({ page, urls }) => {
    await arrive(page, `${urls.site}/verify/TT-EL2024017`)
    await expect(page.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled()
    expect(sheetsOf(await page.pdf({ format }))).toBe(1)
  })

// Print must not use the dark scheme.
test.use({ colorScheme: 'dark', viewport: { width: SHEET_PX, height: 1000 } })

test(
  'every page of the site prints readable on white paper, complete, and without controls',
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
