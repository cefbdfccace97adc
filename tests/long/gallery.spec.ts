import { looks } from '../../demo-pages/modals/gallery/states.js'
import { findings } from '../e2e/axe-findings'
import { collisions, misfits, openState, provoked, screenNames, smallTargets, statesOf } from '../e2e/gallery'
import { expect, test } from '../e2e/product-test'
import { TRANSLATED } from '../../widget/modals/texts/translations'

const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
]

const soft = expect.configure({ soft: true })

test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const look of Object.keys(looks)) {
  for (const screen of screenNames) {
    test(`every state of the ${screen} screen is sound (${look})`, async ({ page, urls, expectedConsole }) => {
      expectedConsole.push(provoked)
      for (const state of statesOf(screen)) {
        const dialog = await openState(page, urls.demo, state, look)
        const name = `${screen}, ${state.state}, ${look}`
        expect.soft(await findings(page), name).toEqual([])
        expect.soft(await smallTargets(dialog), name).toEqual([])
        for (const size of sizes) {
          await page.setViewportSize(size)
          // The profile's other layout follows an event, shortly after the resize.
          const message = `${name}, ${size.width} pixels`
          await soft.poll(() => misfits(dialog), { message }).toEqual([])
          expect.soft(await collisions(dialog), message).toEqual([])
        }
      }
    })
  }
}

for (const language of TRANSLATED) {
  test(`every state of every screen fits a phone and a screen in the language “${language}”`, async ({
    page,
    urls,
    expectedConsole,
  }) => {
    test.setTimeout(1_800_000)
    expectedConsole.push(provoked)
    for (const state of screenNames.flatMap(statesOf)) {
      await page.setViewportSize(sizes[0]!)
      const dialog = await openState(page, urls.demo, state, `lang:${language}`)
      const name = `${state.screen}, ${state.state}`
      expect.soft(await findings(page), name).toEqual([])
      for (const size of sizes) {
        await page.setViewportSize(size)
        const message = `${name}, ${size.width} pixels`
        await soft.poll(() => misfits(dialog), { message }).toEqual([])
        expect.soft(await collisions(dialog), message).toEqual([])
      }
    }
  })
}
