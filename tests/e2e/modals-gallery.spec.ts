import type { Locator } from '@playwright/test'
import { sites } from '../../demo-pages/modals/gallery/sites.js'
import { addressOf } from '../../demo-pages/modals/gallery/states.js'
import { colourRules, findings } from './axe-findings'
import { misfits, openState, overlayOf, provoked, screenNames, smallTargets, statesOf } from './gallery'
import { expect, test } from './product-test'
import { slowUnless } from './slow-tier'

/** One state with an error and one without per screen; the slow tier has all. */
const telling =
  /^(empty|errors|every-field-errors|security-errors|change-password|plans|team|team-full|menu-open|own-providers|use-provider|connected|sessions|last-used)$/
const essential = (screen: string) => statesOf(screen).filter(({ state }) => telling.test(state))

const small = [
  { width: 320, height: 568 },
  // Zoom of 200 percent.
  { width: 640, height: 360 },
]
const whole = { width: 1280, height: 720 }

/** A dialog named by its only heading, with the focus inside. */
async function expectDialog(dialog: Locator, screen: string): Promise<void> {
  const heading = dialog.getByRole('heading', { level: 2 })
  await expect.soft(heading, screen).toHaveCount(1)
  // The heading of a profile is the member's email address, which stays in the shadow root.
  const name = async () => (screen === 'profile' ? 'My Profile' : ((await heading.textContent()) ?? 'none'))
  const named = async () => dialog.page().getByRole('dialog', { name: await name(), exact: true })
  await expect.poll(async () => dialog.and(await named()).count(), { message: screen }).toBe(1)
  expect.soft(await dialog.evaluate((element) => element.matches(':modal')), screen).toBe(true)
  const inside = await overlayOf(dialog).evaluate((element) => element.matches(':focus-within'))
  expect.soft(inside, `${screen}: the focus is inside`).toBe(true)
}

async function expectToFit(dialog: Locator, name: string): Promise<void> {
  expect.soft(await misfits(dialog), name).toEqual([])
  const last = dialog.getByRole('button').last()
  await last.scrollIntoViewIfNeeded()
  await expect.soft(last, name).toBeInViewport({ ratio: 1 })
}

test.describe('with reduced motion', () => {
  // Without motion: a scan during a fade would measure too little contrast.
  test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

  // One opening per state on the smallest screen: opening dominates.
  for (const screen of screenNames) {
    test(
      `the ${screen} screen is a named dialog without accessibility finding that fits small screens and does not move`,
      slowUnless(screen === 'login'),
      async ({ page, urls, expectedConsole }) => {
        test.setTimeout(600_000)
        expectedConsole.push(provoked)
        for (const state of essential(screen)) {
          await page.setViewportSize(small[0]!)
          const dialog = await openState(page, urls.demo, state)
          if (state.state === 'empty') {
            await expectDialog(dialog, screen)
            const moving = await overlayOf(dialog).evaluate(
              (element) => element.getAnimations({ subtree: true }).length,
            )
            expect.soft(moving, `${screen}: animations`).toBe(0)
          }
          for (const size of small) {
            await page.setViewportSize(size)
            await expectToFit(dialog, `${state.state} at ${size.width} pixels`)
          }
          await page.setViewportSize(whole)
          expect.soft(await findings(page), state.state).toEqual([])
          expect.soft(await smallTargets(dialog), state.state).toEqual([])
          await page.emulateMedia({ colorScheme: 'dark' })
          expect.soft(await findings(page, colourRules), `${state.state}, dark`).toEqual([])
          await page.emulateMedia({ colorScheme: 'light' })
        }
      },
    )
  }
})

test.describe('on pages of ten other sites', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  for (const site of Object.keys(sites)) {
    test(`the login looks right on the page “${site}”: nothing is cut off on a small phone, and all can be read`, async ({
      page,
      urls,
    }) => {
      await page.setViewportSize({ width: 360, height: 640 })
      await page.goto(`${urls.demo}${addressOf('login', 'empty', 'page')}&site=${site}`)
      await expect(page.locator('html')).toHaveAttribute('data-gallery', 'ready')
      const dialog = page.locator('dialog[open]')
      expect(await misfits(dialog)).toEqual([])
      expect(await smallTargets(dialog)).toEqual([])
      expect(await findings(page)).toEqual([])
    })
  }
})

test('the list of all modals links to each of them', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/modals/index.html`)
  const links = page.getByRole('link', { name: /, (light|dark|right to left|long texts|as the page)$/ })
  await expect(links).toHaveCount(5 * screenNames.flatMap(statesOf).length)
  await page.getByRole('link', { name: 'Signup, errors, dark' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeVisible()
  const panel = dialog.locator('[part=panel]')
  const brightness = await panel.evaluate((one) => Number(getComputedStyle(one).backgroundColor.match(/\d+/)?.[0]))
  expect(brightness).toBeLessThan(100)
})
