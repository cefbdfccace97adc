import type { Page } from '@playwright/test'
import { screens } from '../../demo-pages/modals/gallery/states.js'
import { expectModalGone } from './account-modals'
import { openState, provoked, screenNames } from './gallery'
import { expect, test } from './product-test'
import { recordShifts } from './record-shifts'
import { slowUnless } from './slow-tier'

/** States that are there without a person doing anything. */
const untouched = (screen: string): string[] =>
  Object.entries(screens[screen]?.states ?? {}).flatMap(([state, { steps, network }]) =>
    steps || network ? [] : [state],
  )

/** Until its pictures are there, and whatever moved has been reported. */
const isStill = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const root = document.querySelector('ms-modal-host')?.shadowRoot ?? document
    await Promise.allSettled([...root.querySelectorAll('img')].map((one) => one.decode()))
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })

/** As a click does, but the browser would not count what moves after a real one. */
const openAgain = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    window.shifts?.splice(0)
    document.documentElement.dataset['gallery'] = 'working'
    document.getElementById('again')?.click()
  })
  await expect(page.locator('html')).toHaveAttribute('data-gallery', 'ready')
  await isStill(page)
}

for (const screen of screenNames) {
  test(
    `nothing in the ${screen} screen moves after it is shown`,
    slowUnless(['login', 'profile', 'join-team'].includes(screen)),
    async ({ page, urls, expectedConsole }) => {
      test.setTimeout(600_000)
      expectedConsole.push(provoked)
      await page.addInitScript(recordShifts)
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        for (const state of untouched(screen)) {
          await openState(page, urls.demo, { screen, state })
          await isStill(page)
          // Warm: the script, its texts and the pictures are there.
          await page.keyboard.press('Escape')
          await expectModalGone(page)
          await openAgain(page)
          expect.soft(await page.evaluate(() => window.shifts), `${state} at ${width} pixels`).toEqual([])
        }
      }
    },
  )
}
