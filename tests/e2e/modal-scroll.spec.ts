import type { Page } from '@playwright/test'
import { expectModalGone } from './account-modals'
import { launchOptions } from '../support/launch-browser'
import { expect, test } from './product-test'

// Shows scrollbars, which take space on most desktops.
test.use({ launchOptions: { ...(await launchOptions()), ignoreDefaultArgs: ['--hide-scrollbars'] } })

const dialog = (page: Page) => page.getByRole('dialog')

test('the page behind neither scrolls nor moves', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/login.html`)
  await page.addStyleTag({ content: 'main { min-height: 3000px }' })
  await page.waitForFunction(() => window.$memberstackReady)
  const place = () => page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().toJSON())
  const scrollbar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
  expect(scrollbar, 'a scrollbar that takes room').toBeGreaterThan(0)
  const before = await place()
  await page.evaluate(() => {
    void window.$memberstackDom?.openModal('LOGIN')
  })
  await expect(dialog(page)).toBeVisible()
  expect(await place()).toEqual(before)
  await page.mouse.move(5, 5)
  const turned = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // The frame after the next one would have scrolled.
        const twoFramesLater = () => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        addEventListener('wheel', twoFramesLater, { capture: true, passive: true, once: true })
      }),
  )
  await page.mouse.wheel(0, 600)
  await turned
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.press('Escape')
  await expectModalGone(page)
  expect(await place()).toEqual(before)
  await page.mouse.wheel(0, 600)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0)
})
