import type { Page } from '@playwright/test'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'
import { openSidebar, sidebarOf } from './open-sidebar'

const tabNames = ['Inspector', 'Member', 'App'] as const

/** Controls of badge and sidebar that a click in their middle does not reach, with what it reaches instead. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const root = document.querySelector('ms-inspector')?.shadowRoot
    if (!root) return ['no inspector']
    const controls = [
      ...root.querySelectorAll<HTMLElement>('button, a, input, textarea, [tabindex]:not([tabindex="-1"])'),
    ]
    const isShown = (one: HTMLElement): boolean => one.checkVisibility({ visibilityProperty: true })
    return controls.filter(isShown).flatMap((control) => {
      control.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = root.elementFromPoint(left + width / 2, top + height / 2)
      if (hit && (control === hit || control.contains(hit))) return []
      return [`${control.textContent} (${control.className}) → ${hit?.outerHTML.slice(0, 80) ?? 'the page'}`]
    })
  })

for (const width of [320, 360, 480, 768, 1280])
  test(`at ${width} px a pointer reaches every control of badge and sidebar, and closes it`, async ({
    page,
    urls,
    email,
  }) => {
    await page.setViewportSize({ width, height: 640 })
    await storeSession(page, urls.demo, urls.api, 'app_demo', email)
    const { sidebar, badge, tab } = await openSidebar(page, `${urls.demo}/inspector/missing-login-elements.html`)
    for (const name of tabNames) {
      await tab(name).click()
      await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
      expect(await covered(page), name).toEqual([])
    }
    const close = sidebar.getByRole('button', { name: 'Close the inspector' })
    const box = await close.boundingBox()
    expect([box?.width, box?.height].every((size) => size !== undefined && size >= 44)).toBe(true)
    await close.click()
    await expect(sidebar).toBeHidden()
    await expect(badge).toBeFocused()
    await badge.click()
    await expect(sidebar).toBeVisible()
    await badge.click()
    await expect(sidebar).toBeHidden()
  })

test('each tab starts at its top, and a reload keeps the tab', async ({ page, urls }) => {
  const { sidebar, tab } = await openSidebar(page, `${urls.demo}/inspector/missing-login-elements.html`)
  const panel = sidebar.getByRole('tabpanel')
  await panel.evaluate((one) => one.scrollTo(0, 400))
  expect(await panel.evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
  await tab('App').click()
  expect(await panel.evaluate((one) => one.scrollTop)).toBe(0)
  await page.reload()
  await expect(sidebarOf(page).tab('App')).toHaveAttribute('aria-selected', 'true')
})

test('the badge can be dragged off a button of the page, by arrow keys too, and stays there', async ({
  page,
  urls,
}) => {
  await page.goto(`${urls.demo}/inspector/missing-login-elements.html`)
  const { sidebar, badge } = sidebarOf(page)
  // The count of errors makes it wider.
  await expect(badge).toHaveText(/\d/)
  const before = await badge.boundingBox()
  if (!before) throw new Error('The badge has no box.')
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x - 100, y - 150, { steps: 5 })
  await page.mouse.up()
  const dragged = { ...before, x: before.x - 100, y: before.y - 150 }
  expect(await badge.boundingBox()).toEqual(dragged)
  await expect(sidebar).toHaveCount(0)
  await badge.focus()
  await page.keyboard.press('ArrowUp')
  expect(await badge.boundingBox()).toEqual({ ...dragged, y: dragged.y - 24 })
  await page.reload()
  await expect.poll(() => badge.boundingBox()).toEqual({ ...dragged, y: dragged.y - 24 })
  await badge.click()
  await expect(sidebar).toBeVisible()
})

test('on a narrow window, a handle resizes the sheet: by pointer and by keys; wide windows have none', async ({
  page,
  urls,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const { sidebar } = await openSidebar(page, `${urls.demo}/inspector/missing-login-elements.html`)
  const handle = sidebar.getByRole('separator', { name: 'Height of the inspector' })
  const height = async () => Math.round((await sidebar.boundingBox())?.height ?? 0)
  expect(await height()).toBe(384)
  const box = await handle.boundingBox()
  if (!box) throw new Error('The handle has no box.')
  expect(box.height).toBeGreaterThanOrEqual(24)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, 320, { steps: 4 })
  await page.mouse.up()
  expect(await height()).toBe(320)
  await page.mouse.move(180, 600)
  expect(await height()).toBe(320)
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  expect(await height()).toBe(384)
  await page.keyboard.press('Home')
  expect(await height()).toBe(128)
  await page.keyboard.press('ArrowDown')
  expect(await height()).toBe(128)
  await page.keyboard.press('End')
  expect(await height()).toBe(576)
  await expect(handle).toHaveAttribute('aria-valuenow', '90')
  expect(await covered(page)).toEqual([])
  await page.setViewportSize({ width: 768, height: 640 })
  await expect(handle).toBeHidden()
  expect(await height()).toBe(640)
})
