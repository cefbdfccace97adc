import { findings, misfits, openState, provoked, screenNames, smallTargets, statesOf } from './gallery'
import { expect, test } from './product-test'

/** One state with and one without anything wrong stands for each screen here; the slow tier has them all. */
const telling = /^(empty|errors|every-field-errors|security-errors|change-password|plans|team|team-full|menu-open)$/
const essential = (screen: string) => statesOf(screen).filter(({ state }) => telling.test(state))

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    // Without motion the fade is over at once; a scan in the middle of it would measure half the contrast.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    for (const screen of screenNames) {
      test(`the ${screen} screen has no accessibility finding, and targets large enough`, async ({
        page,
        urls,
        expectedConsole,
      }) => {
        expectedConsole.push(provoked)
        for (const state of essential(screen)) {
          const dialog = await openState(page, urls.demo, state)
          expect.soft(await findings(page), state.state).toEqual([])
          expect.soft(await smallTargets(dialog), state.state).toEqual([])
        }
      })
    }
  })
}

for (const [what, viewport] of [
  ['on a screen of 320 pixels', { width: 320, height: 568 }],
  ['at a zoom of 200 percent', { width: 640, height: 360 }],
] as const) {
  test(`every screen fits ${what}, and all of it can be reached`, async ({ page, urls, expectedConsole }) => {
    expectedConsole.push(provoked)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const state of screenNames.flatMap(essential)) {
      const dialog = await openState(page, urls.demo, state)
      expect.soft(await misfits(dialog), `${state.screen}, ${state.state}`).toEqual([])
      const last = dialog.getByRole('button').last()
      await last.scrollIntoViewIfNeeded()
      await expect.soft(last, `${state.screen}, ${state.state}`).toBeInViewport({ ratio: 1 })
    }
  })
}

test('nothing moves on any screen for those who asked for less motion', async ({ page, urls }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const screen of screenNames) {
    const dialog = await openState(page, urls.demo, { screen, state: 'empty' })
    expect.soft(await dialog.evaluate((element) => element.getAnimations({ subtree: true }).length), screen).toBe(0)
  }
})

test('every screen is a modal dialog that is named by its heading', async ({ page, urls }) => {
  for (const screen of screenNames) {
    const dialog = await openState(page, urls.demo, { screen, state: 'empty' })
    const heading = dialog.getByRole('heading', { level: 2 })
    await expect.soft(heading, screen).toHaveCount(1)
    // Read again with each try: the heading changes once the member is known.
    await expect(async () => {
      const named = (await heading.textContent()) ?? 'no heading'
      await expect(dialog, screen).toHaveAccessibleName(named, { timeout: 500 })
    }).toPass({ timeout: 10_000 })
    expect.soft(await dialog.evaluate((element) => element.matches(':modal')), screen).toBe(true)
    const inside = await dialog.evaluate((element) => {
      const root = element.getRootNode()
      return (root instanceof ShadowRoot ? root : document).activeElement?.closest('dialog') === element
    })
    expect.soft(inside, `${screen}: the focus is inside`).toBe(true)
  }
})

test('the list of all modals leads to each of them', async ({ page, urls }) => {
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
