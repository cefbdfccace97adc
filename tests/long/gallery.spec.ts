import { looks } from '../../demo-pages/modals/gallery/states.js'
import { findings } from '../e2e/axe-findings'
import { misfits, openState, provoked, screenNames, smallTargets, statesOf } from '../e2e/gallery'
import { expect, test } from '../e2e/product-test'

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
          await soft.poll(() => misfits(dialog), { message: `${name}, ${size.width} pixels` }).toEqual([])
        }
      }
    })
  }
}
