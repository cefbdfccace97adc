import type { Page } from '@playwright/test'
import { faults, logIn, ownConsoleTest as test } from './console-page'
import { expect } from './product-test'

const XSS = '<img src=x onerror=alert(1)>'

test('an owner adds a group by keyboard, protects a page and sees whom it lets in and the audit log names it', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  const counted = page.waitForResponse(/\/app-member$/)
  await page.goto(`${urls.demo}/modals/account.html`)
  await counted
  await logIn(page, `${urls.api}/console/apps/app_demo/gated-content`)
  await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Pro area' })).toBeVisible()
  expect(await faults(page, 'content')).toEqual([])

  // The whole task without a pointer.
  const add = page.getByRole('button', { name: 'Add a group' })
  await add.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Add a content group' })
  await expect(dialog).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type(`Course ${XSS}`)
  await dialog.getByRole('checkbox', { name: 'Pro', exact: true }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('textbox', { name: 'Others go to' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('/pricing.html')
  expect(await faults(page, 'content-group')).toEqual([])
  await dialog.getByRole('textbox', { name: 'Others go to' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const group = page.getByRole('region', { name: `Course ${XSS}` })
  await expect(group.getByText('This group protects no page.')).toBeVisible()

  await group.getByRole('button', { name: /^Protect a page/ }).focus()
  await page.keyboard.press('Enter')
  const gate = page.getByRole('dialog', { name: /^Protect a page with/ })
  await gate.getByRole('textbox', { name: 'Path' }).focus()
  await page.keyboard.type('/modals/')
  await gate.getByRole('radio', { name: /^This page/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(gate.getByRole('radio', { name: /^All that start/ })).toBeChecked()
  const touched = gate.getByRole('region', { name: 'Visited pages that this changes' })
  await expect(touched.getByRole('listitem').filter({ hasText: '/modals/account.html' })).toContainText('closes')
  expect(await faults(page, 'content-gate-touched')).toEqual([])
  await gate.getByRole('textbox', { name: 'Path' }).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('/course-of-journey/')
  await expect(gate.getByText('No page that was visited in the last 90 days changes.')).toBeVisible()
  expect(await faults(page, 'content-gate')).toEqual([])
  await gate.getByRole('textbox', { name: 'Path' }).focus()
  await page.keyboard.press('Enter')
  await expect(gate).toBeHidden()
  await expect(group.getByText('/course-of-journey/')).toBeVisible()

  await page.getByRole('textbox', { name: 'Page', exact: true }).fill('/Course-of-journey/lesson-1.html')
  const verdicts = page.getByRole('grid', { name: 'Who sees a page?' })
  const verdictOf = (who: string) => verdicts.getByRole('row', { name: who, exact: true })
  await expect(verdictOf('Visitor, not logged in')).toContainText('Goes to /pricing.html')
  await expect(verdictOf('Member with Free')).toContainText('Goes to /pricing.html')
  await expect(verdictOf('Member with Pro')).toContainText('Sees the page')
  expect(await faults(page, 'content-tester')).toEqual([])

  await group.getByRole('button', { name: `Actions for Course ${XSS}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const removal = page.getByRole('alertdialog', { name: /^Remove the group/ })
  await expect(removal.getByText('1 protected page')).toBeVisible()
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(group).toBeHidden()
  await page
    .getByRole('region', { name: 'Members area' })
    .getByRole('button', { name: 'Actions for Members area' })
    .click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toContainText('pieces of hosted content belong to this group')
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Audit log', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeFocused()
  const log = page.getByRole('grid', { name: 'Entries' })
  await expect(log.getByRole('row', { name: /^Setting removed/ }).first()).toBeVisible()
  expect(await faults(page, 'audit')).toEqual([])
  await log.getByRole('button', { name: 'Setting removed', exact: true }).first().click()
  await expect(page).toHaveURL(/\?act=definition\.remove$/)
  await expect(log.getByRole('row', { name: /^Setting added/ })).toHaveCount(0)
  const action = page.getByRole('button', { name: /Action$/ })
  await expect(action).toContainText('Setting removed')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  await action.press('Enter')
  await page.getByRole('option', { name: 'Webhook tested' }).press('Enter')
  await page.getByRole('button', { name: 'Apply' }).press('Enter')
  await expect(page.getByText('No entry fits these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await expect(log.getByRole('row', { name: /^Setting added/ }).first()).toBeVisible()
})

test('two people edit a group: the second learns of the first, keeps what was typed, and decides', async ({
  page,
  openTab,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of (401|409)/)
  const edit = async (tab: Page, name: string) => {
    await tab.getByRole('button', { name: 'Actions for Pro area' }).click()
    await tab.getByRole('menuitem', { name: 'Edit' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Edit Pro area' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
    return dialog
  }
  await logIn(page, `${urls.api}/console/apps/app_demo/gated-content`)
  const mine = await edit(page, 'Pro area, mine')
  const other = await openTab()
  await other.goto(page.url())
  const theirs = await edit(other, 'Pro area, theirs')
  await theirs.getByRole('button', { name: 'Save' }).click()
  await expect(theirs).toBeHidden()

  await mine.getByRole('button', { name: 'Save' }).click()
  const conflict = mine.getByRole('alert').filter({ hasText: 'Someone else changed this' })
  await expect(conflict).toContainText('Demo Owner changed')
  expect(await faults(page, 'content-group-conflict')).toEqual([])
  await expect(mine.getByRole('textbox', { name: 'Name' })).toHaveValue('Pro area, mine')
  await conflict.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(mine).toBeHidden()
  await expect(page.getByRole('region', { name: 'Pro area, mine' })).toBeVisible()
})
