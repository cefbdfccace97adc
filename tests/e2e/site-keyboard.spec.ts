import type { Page } from '@playwright/test'
import { arrive } from './arrive'
import { expect, test } from './product-test'
import { missingPage, sitePages } from './site-pages'
import { slowUnless } from './slow-tier'
import { storeSession } from './store-session'

/** Runs in the page: names of the controls that Tab must reach, as in `walked`. */
function controlNames(): string[] {
  const isFirstOfGroup = (one: Element) => {
    if (!(one instanceof HTMLInputElement) || one.type !== 'radio') return true
    const group = [...document.querySelectorAll<HTMLInputElement>(`input[name="${one.name}"]`)]
    return one === (group.find(({ checked }) => checked) ?? group[0])
  }
  return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex="0"]')]
    .filter(
      (one) => one.tabIndex >= 0 && one.checkVisibility({ visibilityProperty: true }) && !one.matches(':disabled'),
    )
    .filter(isFirstOfGroup)
    .map((one) => `${one.localName}#${one.id} ${(one.textContent ?? '').slice(0, 40)}`)
}

interface Stop {
  name: string
  /** Problem of the focus indicator; empty if none. */
  problem: string
}

/** Runs in the page: the focused element. */
function focused(): Stop {
  const one = document.activeElement
  if (!(one instanceof HTMLElement) || one === document.body) return { name: '', problem: '' }
  const name = `${one.localName}#${one.id} ${(one.textContent ?? '').slice(0, 40)}`
  // A radio's row may show the focus.
  const showing = [one, one.closest('label'), one.closest('li')].some((part) => {
    const { outlineStyle = 'none', outlineWidth = '0' } = part ? getComputedStyle(part) : {}
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  if (!showing) return { name, problem: 'shows no focus' }
  const { left, top, width, height } = one.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20))
  const isSeen = hit !== null && (one.contains(hit) || hit.contains(one))
  // A link that wraps has no single center.
  const isBroken = one.getClientRects().length > 1
  return { name, problem: isSeen || isBroken ? '' : `lies under ${hit?.localName}.${hit?.className}` }
}

async function walk(page: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  await page.evaluate(() => {
    window.scrollTo({ top: 0, behavior: 'instant' })
    document.querySelector<HTMLElement>('.skip-link')?.focus()
  })
  for (let stop = await page.evaluate(focused); stop.name !== '' && stops.length < 200;) {
    stops.push(stop)
    await page.keyboard.press('Tab')
    stop = await page.evaluate(focused)
    if (stop.name === stops[0]?.name) break
  }
  return stops
}

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1280, height: 800 } })

for (const who of ['visitor', 'member'] as const) {
  test(
    `the Tab key leads a ${who} to every control of every page, and each shows that it has the focus`,
    slowUnless(who === 'member'),
    async ({ page, urls, email, expectedConsole }) => {
      test.setTimeout(600_000)
      expectedConsole.push(missingPage)
      if (who === 'member') await storeSession(page, urls.site, urls.api, 'app_trusttag', email)
      const own = sitePages.filter(({ name }) => who === 'visitor' || name === 'profile')
      for (const { name, path } of own) {
        await arrive(page, urls.site + path)
        if (name === 'forgotPassword') await page.keyboard.press('Escape')
        const stops = await walk(page)
        expect
          .soft(
            stops.filter(({ problem }) => problem !== ''),
            name,
          )
          .toEqual([])
        const reached = new Set(stops.map((stop) => stop.name))
        const all = await page.evaluate(controlNames)
        expect
          .soft(
            all.filter((one) => !reached.has(one)),
            name,
          )
          .toEqual([])
      }
    },
  )
}

test('the skip link comes first, becomes visible, and skips the navigation', async ({ page, urls }) => {
  await arrive(page, urls.site)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
})

test('on a phone the menu opens, closes and navigates by keyboard, and a new page starts at its heading', async ({
  page,
  urls,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await arrive(page, urls.site)
  const toggle = page.getByRole('button', { name: 'Menu' })
  const verify = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Verify' })
  await expect(verify).toBeHidden()
  await toggle.focus()
  await page.keyboard.press('Enter')
  await expect(toggle).toHaveAttribute('aria-expanded', 'true')
  await expect(verify).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(verify).toBeHidden()
  await expect(toggle).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(verify).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${urls.site}/verify`)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(verify).toBeHidden()
})

test('a package is selected and its contact form opened by keyboard alone', async ({ page, urls }) => {
  await arrive(page, `${urls.site}/checkout`)
  await page.getByRole('radio', { name: /^Single TrustTag/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^3 TrustTags/ })).toBeChecked()
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('$18')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Business Package/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Thank you for your interest' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${urls.site}/contact?package=business`)
  await expect(page.getByLabel('Message')).toHaveValue(/Business Package/)
})
