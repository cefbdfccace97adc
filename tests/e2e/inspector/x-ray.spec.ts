import type { Page } from '@playwright/test'
import { expect, test } from '../product-test'
import { serveHtml } from '../serve-html'
import { badgeOf, builderPage, marksOf } from './inspected-page'

const body = `<div id="wrong" data-ms-form="login">Not a form</div>
<p><button id="idle" type="button" data-ms-plan:add="pln_free">Does nothing</button></p>
<p id="right"><b data-ms-member="email">an address</b></p>
<div style="height: 2000px"></div><p id="low" data-ms-member="id">Far below</p>`

const layers = {
  error: { zIndex: '53', color: 'rgb(214, 32, 44)', at: '#wrong' },
  warning: { zIndex: '52', color: 'rgb(242, 193, 0)', at: '#idle' },
  found: { zIndex: '51', color: 'rgb(18, 161, 80)', at: '#right b' },
} as const

/** The page's own layout. */
const layoutOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const all = [document.documentElement, ...document.body.querySelectorAll('*')]
    const boxes = all.map((element) => Object.values(element.getBoundingClientRect().toJSON()).join())
    const { scrollWidth, scrollHeight } = document.documentElement
    return [scrollWidth, scrollHeight, document.body.outerHTML, ...boxes].join('\n')
  })

test('X-ray is on at first, and frames errors, warnings and other findings in the colors of their layers', async ({
  page,
  urls,
}) => {
  const site = await serveHtml(builderPage(urls.api, body))
  await page.goto(site.url)
  await expect(badgeOf(page)).toHaveAccessibleName(/errors: 1/)
  const before = await layoutOf(page)
  await expect(page.locator('ms-inspector .mark')).toHaveCount(0)
  await badgeOf(page).click()
  for (const [kind, { zIndex, color, at }] of Object.entries(layers)) {
    const box = await page.locator(at).boundingBox()
    const marks = page.locator(`ms-inspector .mark.${kind}`)
    await expect
      .poll(async () =>
        JSON.stringify(await marks.all().then((all) => Promise.all(all.map((one) => one.boundingBox())))),
      )
      .toContain(JSON.stringify(box))
    await expect(marks.first()).toHaveCSS('z-index', zIndex)
    await expect(marks.first()).toHaveCSS('border-top-color', color)
    await expect(marks.first()).toHaveCSS('pointer-events', 'none')
  }
  await expect(marksOf(page, 'error')).toContainText('It is on a <div>.')
  await expect(marksOf(page, 'warning')).not.toHaveText('')
  await expect(marksOf(page, 'found').first()).toHaveText('')
  expect(await layoutOf(page)).toBe(before)

  await page.getByRole('switch').click()
  await expect(page.locator('ms-inspector .mark')).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('switch')).toHaveAttribute('aria-checked', 'false')
  await expect(page.locator('ms-inspector .mark')).toHaveCount(0)
  site.close()
})

test('highlights follow scrolling and moving elements, disappear with hidden ones, and all with the sidebar', async ({
  page,
  urls,
}) => {
  const site = await serveHtml(builderPage(urls.api, body))
  await page.goto(site.url)
  await badgeOf(page).click()
  const mark = marksOf(page, 'error')
  await expect(mark).toHaveCount(1)
  const isOverIt = async (): Promise<boolean> =>
    JSON.stringify(await mark.boundingBox()) === JSON.stringify(await page.locator('#wrong').boundingBox())
  await page.evaluate(() => window.scrollTo(0, 30))
  await expect.poll(isOverIt).toBe(true)
  await page.locator('h1').evaluate((heading) => (heading.style.paddingTop = '77px'))
  await expect.poll(isOverIt).toBe(true)
  await page.locator('#wrong').evaluate((element) => (element.style.visibility = 'hidden'))
  await expect(mark).toHaveCount(0)
  await page.locator('#wrong').evaluate((element) => (element.style.visibility = ''))
  await expect(mark).toHaveCount(1)
  await page.evaluate(() => window.scrollTo(0, 1900))
  await expect(mark).toHaveCount(0)
  await expect(marksOf(page, 'found')).toHaveCount(1)
  await badgeOf(page).click()
  await expect(page.locator('ms-inspector .mark')).toHaveCount(0)
  site.close()
})

test('a row of the list leads to its element and highlights it for a moment', async ({ page, urls }) => {
  const low = '<div style="height:3000px"></div><div id="low" data-ms-form="login">Far below</div>'
  const site = await serveHtml(builderPage(urls.api, low))
  await page.goto(site.url)
  await badgeOf(page).click()
  await page
    .getByRole('complementary')
    .getByRole('button', { name: /Form attribute on another element/ })
    .first()
    .click()
  await expect(marksOf(page, 'flash')).toHaveCount(1)
  await expect(page.locator('#low')).toBeInViewport()
  await expect(marksOf(page, 'flash')).toHaveCount(0)
  site.close()
})
