import { holdAnswers, someFrames, stopClock } from './page-recorder'
import { expect, test } from './product-test'
import { openAsMember, openAsVisitor } from './watch-gates'

test('while a session is being confirmed no frame shows either side', async ({ page, urls, email }) => {
  await openAsMember(page, urls, '/access-denied.html', email)
  const release = await holdAnswers(page)
  await stopClock(page)
  await page.goto(`${urls.demo}/gating/members.html`)
  await someFrames(page)
  expect(await page.evaluate(() => [...window.gatesSeen])).toEqual([])
  release()
  await page.clock.resume()
  await expect(page.locator('#for-members')).toBeVisible()
  // The next frame records it.
  await expect.poll(() => page.evaluate(() => [...window.gatesSeen].toSorted())).toEqual(['members'])
})

test('no frame of a growing page shows gated content, however elements are inserted', async ({ page, urls }) => {
  await openAsVisitor(page, `${urls.demo}/gating/members.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(async () => {
    const markup = `<section><p data-ms-content="!members">for visitors <b data-ms-content="members">not</b></p>
      <table><tbody><tr data-ms-content="members"><td>row</td></tr></tbody></table>
      <ul><li data-ms-content="members">item</li></ul><select aria-label="x"><option data-ms-content="members">o</option></select>
      <svg width="40" height="40"><g data-ms-content="members"><rect width="40" height="40" /></g></svg>
      <div data-ms-content="members"><div data-ms-content="!members">nested</div></div>
      <template><p data-ms-content="members">from a template</p></template></section>`
    const main = document.querySelector('main')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let round = 0; round < 15; round += 1) {
      history.pushState(null, '', `#${round}`)
      if (round % 3 === 0) main?.replaceChildren()
      const part = document.createRange().createContextualFragment(markup)
      const template = part.querySelector('template')
      if (template) part.append(template.content.cloneNode(true))
      main?.append(part)
      const copy = main?.lastElementChild?.cloneNode(true)
      if (copy) main?.prepend(copy)
      await frame()
      if (main?.lastElementChild) main.prepend(main.lastElementChild)
      await frame()
    }
  })
  expect(await page.evaluate(() => [...window.gatesSeen].toSorted())).toEqual(['!members'])
  // Non-HTML elements are hidden; all others are removed, each once.
  const left = await page.evaluate(() =>
    [...document.querySelectorAll('[data-ms-content="members"]')].map((e) => e.localName),
  )
  expect(new Set(left)).toEqual(new Set(['g']))
})

test('a login in another tab changes sides without showing both', async ({ page, urls, email, openTab }) => {
  await openAsVisitor(page, `${urls.demo}/gating/members.html`)
  await expect(page.locator('#for-visitors')).toBeVisible()
  await page.evaluate(() => {
    const both = (): void => {
      const sides = ['#for-members', '#for-visitors'].filter((side) => document.querySelector(side)?.checkVisibility())
      if (sides.length === 2) window.gatesSeen.add('both')
      requestAnimationFrame(both)
    }
    both()
  })
  const other = await openTab()
  await other.goto(`${urls.demo}/gating/members.html`)
  await other.evaluate(
    (address) => window.$memberstackDom?.signupMemberEmailPassword({ email: address, password: 'a-good-password' }),
    email,
  )
  await expect(page.locator('#for-members')).toBeVisible()
  await other.evaluate(() => window.$memberstackDom?.logout())
  await expect(page.locator('#for-visitors')).toBeVisible()
  expect(await page.evaluate(() => window.gatesSeen.has('both'))).toBe(false)
})
