import type { Page } from '@playwright/test'
import { faults, openScreen, ownConsoleTest as test, shootAll } from './console-page'
import { holdAnswers } from './page-recorder'
import { expect } from './product-test'

const frameOf = (page: Page) => page.frameLocator('iframe')

test('a color shows in the real dialog before it is saved, with its contrast, and a reload keeps it', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const showPreview = await holdAnswers(page, /\/admin\/preview-keys$/)
  await openScreen(page, urls.api, 'settings/design')
  await expect(page.getByRole('heading', { level: 1, name: 'Design' })).toBeVisible()
  const frame = frameOf(page)
  const submit = frame.locator('ms-modal-host button[type="submit"]')
  const color = page.getByRole('textbox', { name: 'Main button', exact: true })
  await color.focus()
  showPreview()
  await expect(submit).toBeVisible()
  // A dialog that opens in the frame leaves the focus where the person types.
  await expect(color).toBeFocused()
  expect(await faults(page)).toEqual([])

  // By keyboard.
  await color.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('#0a5c36')
  await expect(submit).toHaveCSS('background-color', 'rgb(10, 92, 54)')
  await expect(color).toBeFocused()

  const text = page.getByRole('group', { name: 'Text', exact: true })
  await text.getByRole('textbox', { name: 'Text', exact: true }).fill('#dddddd')
  await expect(text.getByText('1.3 : 1, low')).toBeVisible()
  await expect(text.getByText('Too hard to read: the dialogs use a similar color instead.')).toBeVisible()
  await text.getByRole('textbox', { name: 'Text', exact: true }).fill('greyish')
  await expect(page.getByText('Fix the marked fields first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await text.getByRole('button', { name: 'Default: Text' }).click()

  await page.getByRole('radio', { name: '360 px' }).check({ force: true })
  expect(await page.locator('iframe').evaluate((element: HTMLIFrameElement) => element.contentWindow?.innerWidth)).toBe(
    360,
  )
  await expect(submit).toBeVisible()

  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Your pages show it at the next load.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
  await page.reload()
  await expect(color).toHaveValue('#0a5c36')
  await page.getByRole('button', { name: 'Default: Main button' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
})

test('a text shows in the real dialog, keeps its placeholders, and is never markup', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await openScreen(page, urls.api, 'settings/texts')
  await expect(page.getByRole('heading', { level: 1, name: 'Texts' })).toBeVisible()
  const frame = frameOf(page)
  await expect(frame.getByRole('heading', { name: 'Log in to your account', includeHidden: true })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search texts and keys' })
  await search.fill('log in to your account')
  const title = page.getByRole('textbox', { name: 'Your text for “Log in to your account”' })
  await title.fill('<img src=x onerror=alert(1)>')
  await expect(frame.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  expect(await faults(page)).toEqual([])

  await search.fill('team_seats')
  const seats = page.getByRole('textbox', { name: 'Your text for “{count}/{max} seats taken”' })
  await seats.fill('{max} seats')
  await expect(page.getByText('Keep {count} in the text: it is filled in later.')).toBeVisible()
  await expect(page.getByText('1 text has lost a placeholder. Add it again to save.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  await seats.fill('{count} of {max} seats')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Your pages show it at the next load.')).toBeVisible()

  await page.reload()
  await search.fill('team_seats')
  await expect(seats).toHaveValue('{count} of {max} seats')
  await seats.fill('')
  await search.fill('login_to_your_account')
  await title.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
})

for (const { screen, boxOf, values, author } of [
  {
    screen: 'design',
    boxOf: (page: Page) => page.getByRole('textbox', { name: 'Main button', exact: true }),
    values: { mine: '#0a5c36', theirs: '#5c0a36', other: '#112233' },
    author: 'Demo Owner changed the design.',
  },
  {
    screen: 'texts',
    boxOf: (page: Page) => page.getByRole('textbox', { name: 'Your text for “Log in to your account”' }),
    values: { mine: 'Mine', theirs: 'Theirs', other: 'Later' },
    author: 'Demo Owner changed texts.',
  },
]) {
  test(`two people edit ${screen}: the second learns of the first, keeps what was typed, and decides`, async ({
    page,
    openTab,
    urls,
    expectedConsole,
  }) => {
    expectedConsole.push(/status of (401|409)/)
    const save = (tab: Page) => tab.getByRole('button', { name: 'Save', exact: true })
    const bar = (tab: Page) => tab.getByRole('region', { name: 'Unsaved changes' })
    await openScreen(page, urls.api, `settings/${screen}`)
    await boxOf(page).fill(values.mine)
    await expect(bar(page)).toBeVisible()

    const other = await openTab()
    await other.goto(page.url())
    await boxOf(other).fill(values.theirs)
    await save(other).click()
    await expect(bar(other)).toBeHidden()

    // Back in the first tab, which reads the newest version in the background.
    await page.bringToFront()
    // Once what it has is a few seconds old.
    await expect(async () => {
      const newest = page.waitForResponse(/\/admin\/definition$/, { timeout: 1_000 })
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      await newest
    }).toPass({ timeout: 20_000 })
    await expect(boxOf(page)).toHaveValue(values.mine)
    await save(page).click()
    const conflict = page.getByRole('alert').filter({ hasText: 'Someone else changed this' })
    await expect(conflict).toContainText(author)
    // The same bar; and axe reads 250 texts for half a minute.
    if (screen === 'design') expect(await faults(page)).toEqual([])
    else await shootAll(page, 'texts-conflict')
    await expect(boxOf(page)).toHaveValue(values.mine)
    await conflict.getByRole('button', { name: 'Save mine instead' }).click()
    await expect(bar(page)).toBeHidden()

    // The other way round: the newest version instead of one's own.
    await other.reload()
    await expect(boxOf(other)).toHaveValue(values.mine)
    await boxOf(other).fill(values.theirs)
    await boxOf(page).fill(values.other)
    await save(page).click()
    await expect(bar(page)).toBeHidden()
    await save(other).click()
    await other.getByRole('button', { name: 'Show the current version' }).click()
    await expect(boxOf(other)).toHaveValue(values.other)
    await expect(bar(other)).toBeHidden()
    await boxOf(other).fill('')
    await save(other).click()
    await expect(bar(other)).toBeHidden()
  })
}
