import { SIDEBAR_WIDTH_PX } from '../../../contract/limits'
import { expect, test } from '../product-test'
import { openSidebar, sidebarOf } from './open-sidebar'

const PAGE = '/plans/free.html'

test('the sidebar overlays the right edge, stays there, and moves nothing', async ({ page, urls }) => {
  await page.goto(urls.demo + PAGE)
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()
  const { sidebar, badge } = await openSidebar(page, urls.demo + PAGE)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const box = { x: width - SIDEBAR_WIDTH_PX, y: 0, width: SIDEBAR_WIDTH_PX, height }
  await expect.poll(() => sidebar.boundingBox()).toEqual(box)
  expect(await heading.boundingBox()).toEqual(before)
  await page.evaluate(() => scrollTo(0, 300))
  expect(await sidebar.boundingBox()).toEqual(box)
  await badge.click()
  await expect(sidebar).toBeHidden()
})

test('it changes sides by a control that shows on hover, and remembers the side', async ({ page, urls }) => {
  const { sidebar } = await openSidebar(page, urls.demo + PAGE)
  const control = sidebar.getByRole('button', { name: 'Move to the left' })
  await page.mouse.move(100, 100)
  await expect(control).toHaveCSS('opacity', '0')
  await sidebar.hover()
  await expect(control).toHaveCSS('opacity', '1')
  await control.click()
  await expect.poll(async () => (await sidebar.boundingBox())?.x).toBe(0)
  await page.reload()
  await expect.poll(async () => (await sidebar.boundingBox())?.x).toBe(0)
  await sidebar.hover()
  await sidebar.getByRole('button', { name: 'Move to the right' }).click()
  await expect.poll(async () => (await sidebar.boundingBox())?.x).toBeGreaterThan(0)
})

test('it is on the same side and reads the same on a right-to-left page', async ({ page, urls }) => {
  const { sidebar } = await openSidebar(page, urls.demo + PAGE)
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  const { width } = page.viewportSize() ?? { width: 0 }
  await expect.poll(async () => (await sidebar.boundingBox())?.x).toBe(width - SIDEBAR_WIDTH_PX)
  await expect(sidebar).toHaveCSS('direction', 'ltr')
  await expect(sidebar).toHaveCSS('text-align', 'start')
})

test('X-ray stays off once it is turned off', async ({ page, urls }) => {
  const { sidebar } = await openSidebar(page, urls.demo + PAGE)
  const xRay = sidebar.getByRole('switch', { name: 'X-ray' })
  await expect(xRay).toBeChecked()
  await xRay.click()
  await expect(xRay).not.toBeChecked()
  await page.reload()
  await expect(sidebarOf(page).sidebar.getByRole('switch', { name: 'X-ray' })).not.toBeChecked()
})

test('an item shows the problem, explains it, and leads to its element', async ({ page, urls }) => {
  const { sidebar } = await openSidebar(page, `${urls.demo}/inspector/missing-login-elements.html`)
  await page.evaluate(() => {
    const space = document.createElement('div')
    space.style.height = '3000px'
    document.querySelector('main')?.prepend(space)
  })
  const element = page.locator('[id^=fail-]').first()
  await expect(element).not.toBeInViewport()
  const row = sidebar.getByRole('listitem').getByRole('listitem').first()
  await row.getByRole('button').first().click()
  await expect(element).toBeInViewport()
  await expect(row).toContainText('Need help?')
  const question = row.getByRole('button', { name: 'The form has these fields' })
  await question.click()
  await expect(question).toHaveAttribute('aria-expanded', 'true')
  const link = row.getByRole('link', { name: 'Documentation' })
  await expect(link).toHaveAttribute('href', `${urls.api}/docs/inspector#missing-login-elements`)
  expect((await page.request.get(`${urls.api}/docs/inspector`)).ok()).toBe(true)
})

test('the list follows the page: fixed items disappear, and an open item stays open', async ({ page, urls }) => {
  const { sidebar } = await openSidebar(page, `${urls.demo}/inspector/missing-login-elements.html`)
  const errors = sidebar.getByRole('heading', { name: /^Errors/ })
  const elements = page.locator('[id^=fail-]')
  const count = await elements.count()
  await expect(errors).toHaveText(`Errors ${count}`)
  // Items with one title are grouped.
  const items = sidebar.getByRole('listitem').getByRole('listitem')
  await items.first().getByRole('button').first().click()
  const open = items.getByRole('button', { expanded: true })
  await expect(open).toHaveCount(1)
  await elements.last().evaluate((element) => element.remove())
  await expect(errors).toHaveText(`Errors ${count - 1}`)
  await expect(open).toHaveCount(1)
})

test('values and the report are copied, and the footer links work', async ({ page, context, urls }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: urls.demo })
  const { sidebar, tab } = await openSidebar(page, urls.demo + PAGE)
  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  await sidebar.getByRole('button', { name: 'Copy report' }).click()
  await expect(sidebar.getByRole('status')).toHaveText('Copied')
  expect(await clipboard()).toContain('App: app_demo (Test Mode)')
  await tab('App').click()
  await sidebar.getByRole('button', { name: 'ID app_demo' }).click()
  await expect.poll(clipboard).toBe('app_demo')
  const links = sidebar.getByRole('navigation').getByRole('link')
  await expect(links).toHaveText(['Help Center', 'AI Bot', 'Components', 'Forums', 'Slack'])
  for (const link of await links.all()) {
    const href = (await link.getAttribute('href')) ?? ''
    expect((await page.request.get(new URL(href, urls.demo).href)).ok()).toBe(true)
  }
})

test('on a phone it is a sheet that keeps the element in view', async ({ page, urls }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const { sidebar } = await openSidebar(page, `${urls.demo}/inspector/missing-login-elements.html`)
  await expect(sidebar.getByRole('button', { name: /^Move to/ })).toBeHidden()
  const element = page.locator('[id^=fail-]').last()
  await sidebar.getByRole('listitem').getByRole('listitem').last().getByRole('button').first().click()
  const sheet = await sidebar.boundingBox()
  // Rounded, because the browser scrolls by whole pixels. The whole form is above the sheet.
  const edges = async (): Promise<{ top: number; isAbove: boolean } | null> => {
    const box = await element.boundingBox()
    return box && { top: Math.abs(Math.round(box.y)), isAbove: box.y + box.height <= (sheet?.y ?? 0) }
  }
  await expect.poll(edges).toEqual({ top: 0, isAbove: true })
})
