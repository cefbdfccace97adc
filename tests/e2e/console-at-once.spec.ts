import type { Page } from '@playwright/test'
import { aGate } from '../support/a-gate'
import { callAdmin } from './console-world'
import { openScreen, ownConsoleTest as test } from './console-page'
import { expect } from './product-test'

const REFUSAL = 'It broke. Please try again.'

/** Refuses the next call, once the test has seen what shows before. */
async function refuseLater(page: Page, url: RegExp): Promise<() => void> {
  const gate = aGate()
  const failed = { status: 500, json: { code: 'internal-error', message: REFUSAL } }
  await page.route(
    url,
    async (route) => {
      await gate.opened
      await route.fulfill(failed)
    },
    { times: 1 },
  )
  return gate.open
}

// The order of fields is in console-plans.spec.ts.
test.describe('shows at once; a refusal takes it back, says so and keeps what was typed', () => {
  const items = [
    {
      what: 'the label of a field',
      screen: 'profile',
      before: 'Favorite tea',
      part: 'fields',
      item: { label: 'Favorite tea', visibility: 'PRIVATE' },
      box: /^Label/,
      url: /\/definition\/fields\//,
      // A dialog hides what is behind it from screen readers.
      names: (page: Page) =>
        page
          .getByRole('grid', { name: 'Custom fields', includeHidden: true })
          .getByRole('rowheader', { includeHidden: true }),
      openDialog: async (page: Page) => {
        await page.getByRole('button', { name: 'Actions for Favorite tea' }).click()
        await page.getByRole('menuitem', { name: 'Edit' }).click()
      },
    },
    {
      what: 'the name of a plan',
      screen: 'plans/pln_at-once',
      before: 'Tea club',
      part: 'plans',
      item: { id: 'pln_at-once', name: 'Tea club' },
      box: /^Name/,
      url: /\/definition\/plans\//,
      names: (page: Page) => page.locator('#content h1'),
      openDialog: (page: Page) => page.getByRole('button', { name: 'Edit plan' }).click(),
    },
  ]
  for (const { what, part, item, screen, before, box, url, names, openDialog } of items)
    test(what, async ({ page, urls, expectedConsole }) => {
      expectedConsole.push(/status of (401|500)/)
      // Other journeys use what the demo app has.
      await callAdmin(urls.api, 'POST', `definition/${part}`, { item })
      await openScreen(page, urls.api, screen)
      const shown = (name: string) => names(page).filter({ hasText: new RegExp(`^${name}`) })
      await openDialog(page)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: box }).fill('Renamed')
      await dialog.getByRole('button', { name: 'Review changes' }).click()
      const refuse = await refuseLater(page, url)
      const save = dialog.getByRole('button', { name: 'Save', exact: true })
      await save.click()
      await expect(shown('Renamed')).toBeAttached()
      await expect(shown(before)).toHaveCount(0)
      refuse()
      await expect(dialog.getByRole('alert')).toContainText(REFUSAL)
      await expect(shown(before)).toBeAttached()
      await expect(shown('Renamed')).toHaveCount(0)
      // What was typed is still there, and can be sent again.
      await save.click()
      await expect(dialog).toBeHidden()
      await expect(shown('Renamed')).toBeVisible()
    })

  test('a note on a member', async ({ page, urls, request, email, expectedConsole }) => {
    expectedConsole.push(/status of (401|500)/)
    const added = await request.post(`${urls.api}/admin/members`, {
      headers: { 'X-API-KEY': 'sk_sb_demo' },
      data: { email },
    })
    const { data } = await added.json()
    await openScreen(page, urls.api, `members/${data.id}`)
    const notes = page.getByRole('region', { name: 'Notes' })
    const box = page.getByRole('textbox', { name: 'New note' })
    await box.fill('Prefers tea')
    const refuse = await refuseLater(page, /\/notes$/)
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(notes.getByRole('listitem')).toContainText('Prefers tea')
    await expect(box).toHaveValue('')
    refuse()
    await expect(notes.getByRole('alert')).toHaveText(REFUSAL)
    await expect(notes.getByRole('listitem')).toHaveCount(0)
    await expect(box).toHaveValue('Prefers tea')
  })
})

test.describe('Home', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('goes on to the next day at midnight of the app’s time zone, not the browser’s', async ({
    page,
    urls,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of 401/)
    // The demo app has no time zone: its days are those of UTC.
    const midnight = new Date().setUTCHours(0, 0, 0, 0)
    const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
    const [yesterday, today] = [dayOf(midnight - 1), dayOf(midnight)]
    const days: string[] = []
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.pathname === '/admin/figures') days.push(String(url.searchParams.get('to')))
    })
    await page.clock.install({ time: midnight - 10 * 60_000 })
    await openScreen(page, urls.api, '')
    await expect(page.getByRole('region', { name: 'Sign-ups', exact: true })).toBeVisible()
    expect(days).toContain(yesterday)
    await page.clock.fastForward('05:00')
    expect(days).not.toContain(today)
    await page.clock.fastForward('06:00')
    await expect.poll(() => days).toContain(today)
  })
})

test('the HTML of a piece has a number beside each line, which scrolls with it', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await openScreen(page, urls.api, 'gated-content')
  await page.getByRole('button', { name: 'Add content', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add hosted content' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Numbered')
  await page.keyboard.press('Enter')
  await page.getByRole('radio', { name: 'HTML', exact: true }).check({ force: true })
  const box = page.getByRole('textbox', { name: 'Content' })
  await box.fill(Array.from({ length: 60 }, (_, index) => `<p>${index}</p>`).join('\n'))
  const numbers = page.locator('.numbered-lines pre')
  await expect(numbers).toHaveText(Array.from({ length: 60 }, (_, index) => index + 1).join('\n'), {
    useInnerText: true,
  })
  await expect(numbers).toHaveAttribute('aria-hidden', 'true')
  /** Distance of a number's line from that of its text, in pixels. */
  const apart = () =>
    page.locator('.numbered-lines').evaluate((element) => {
      const [beside, text] = [element.querySelector('pre'), element.querySelector('textarea')]
      if (!beside || !text) throw new Error('It has no numbers.')
      const heightOf = (one: Element) => Number.parseFloat(getComputedStyle(one).lineHeight)
      const offset = beside.getBoundingClientRect().top - text.getBoundingClientRect().top
      return Math.max(
        Math.abs(offset),
        Math.abs(beside.scrollTop - text.scrollTop),
        Math.abs(heightOf(beside) - heightOf(text)),
      )
    })
  expect(await apart()).toBeLessThan(1.5)
  await box.press('Control+End')
  await expect.poll(() => box.evaluate((element) => element.scrollTop)).toBeGreaterThan(100)
  await expect.poll(apart).toBeLessThan(1.5)
  await box.press('Enter')
  await expect(numbers).toContainText('61')
})
