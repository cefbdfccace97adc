import type { Locator, Page } from '@playwright/test'
import type { Language } from '../../console/texts/texts'
import { findings, rulesIn } from './axe-findings'
import { closeDialog, dialogs, dialogsInCode, openDialog } from './console-dialogs'
import { textsIn } from './console-language'
import { expectWatched, logIn, overhang, POLICY_BREAK, shootAll } from './console-page'
import { worldTest as test } from './console-world'
import { expect } from './product-test'

test('every dialog in the code has a row in the table', () => {
  expect(dialogsInCode().toSorted()).toEqual(Object.keys(dialogs).toSorted())
})

const sizes = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]

/** What axe finds while a dialog is open, in both schemes at both widths, and sideways scroll of the page or the dialog on a phone. */
async function faultsOf(page: Page, isNarrow: boolean): Promise<string[]> {
  const found: string[] = []
  for (const size of isNarrow ? sizes.slice(1) : sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const lines = await findings(page, rulesIn(colorScheme))
      found.push(...lines.map((line) => `${size.width} px ${colorScheme} ${line}`))
    }
    found.push(...(await widths(page)).map((line) => `${size.width} px ${line}`))
  }
  return found
}

/** What is wider than its place: the page, with what reaches out of it, or the dialog. */
async function widths(page: Page): Promise<string[]> {
  const wider = await overhang(page)
  const dialog = page.locator('[role="dialog"], [role="alertdialog"]').last()
  // The layer around it scrolls too.
  const inside = await dialog.evaluate((box) => {
    const layers = [box, ...document.querySelectorAll('.overlay')]
    return Math.max(...layers.map((one) => one.scrollWidth - one.clientWidth))
  })
  const outside = await page.evaluate(() => {
    const isClipped = (one: Element): boolean =>
      one.parentElement !== null &&
      one.parentElement !== document.documentElement &&
      (getComputedStyle(one.parentElement).overflowX !== 'visible' || isClipped(one.parentElement))
    return [...document.body.querySelectorAll('*')].flatMap((one) => {
      const content = document.createRange()
      content.selectNodeContents(one)
      const { left, right, width } = content.getBoundingClientRect()
      const isOut = left < -1 || right > document.documentElement.clientWidth + 1
      return width > 0 && isOut && !isClipped(one) ? [one.outerHTML.slice(0, 150)] : []
    })
  })
  return [
    ...(wider > 0 ? [`page ${wider} px too wide`, ...outside] : []),
    ...(inside > 0 ? [`dialog ${inside} px too wide`] : []),
  ]
}

const fileOf = (name: string): string => name.split(' ')[0] ?? ''
const files = new Set(Object.keys(dialogs).map(fileOf))
const languages: readonly Language[] = ['en', 'ar-XB']

for (const file of files)
  for (const language of languages)
    test(`${file}: no faults with its dialogs open, and a button that closes each, ${language === 'en' ? 'in English' : 'from right to left with longer texts'}`, async ({
      page,
      urls,
      world,
      expectedConsole,
      violations,
    }) => {
      expectedConsole.push(/status of (401|403|409)/, POLICY_BREAK)
      const t = await textsIn(language)
      const base = `${urls.api}/console/apps/app_demo`
      await logIn(page, `${base}/team`)
      await page.evaluate((chosen) => localStorage.setItem('console-language', chosen), language)
      for (const [name, row] of Object.entries(dialogs)) {
        if (fileOf(name) !== file) continue
        const dialog = await openDialog(page, row, world, { base, t })
        await expect(page.locator('html')).toHaveAttribute('dir', language === 'en' ? 'ltr' : 'rtl')
        await expect(dialog).toBeVisible()
        expect(await faultsOf(page, row.isNarrow ?? false), name).toEqual([])
        // At other widths it is gone.
        if (!row.isNarrow) await shootAll(page, `dialog ${name} ${language}`)
        await test.step(`close ${name}`, () => closeDialog(page, dialog, t))
        await page.unrouteAll()
      }
      await expectWatched(page, violations)
    })

test('the current entry of the palette is in view, below the search box', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/status of 401/)
  await page.setViewportSize({ width: 1280, height: 600 })
  await logIn(page, `${urls.api}/console/apps/app_demo/team`)
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to or search' })
  const entries = palette.getByRole('menuitem')
  await expect(entries.first()).toBeInViewport({ ratio: 1 })
  await expect(entries.last()).not.toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await expect(entries.last()).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('ArrowDown')
  const edgeOf = async (at: Locator, part: 'top' | 'bottom') =>
    at.evaluate((one, side) => one.getBoundingClientRect()[side], part)
  const search = palette.locator('.field')
  await expect
    .poll(async () => (await edgeOf(entries.first(), 'top')) - (await edgeOf(search, 'bottom')))
    .toBeGreaterThanOrEqual(0)
  await expect(entries.first()).toBeInViewport({ ratio: 1 })
})
