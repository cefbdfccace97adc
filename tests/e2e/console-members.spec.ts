import { errors } from '../../contract/errors'
import { faults, openScreen, ownConsoleTest as test } from './console-page'
import { expect } from './product-test'

const XSS = '<img src=x onerror=alert(1)>'
const HEADERS = { 'X-API-KEY': 'sk_sb_demo', 'Content-Type': 'application/json' }

test('an owner finds a member by keyboard, changes her, and changes and deletes many', async ({
  page,
  urls,
  email,
  request,
  expectedConsole,
}) => {
  expectedConsole.push(/status of (401|500)/)
  const word = `zz${Date.now().toString(36)}`
  const emails = ['a', 'b', 'c'].map((letter) => `${word}-${letter}-${email}`)
  for (const [index, address] of emails.entries()) {
    const data = { email: address, verified: index > 0, customFields: { 'first-name': XSS } }
    expect((await request.post(`${urls.api}/admin/members`, { headers: HEADERS, data })).status()).toBe(200)
  }
  await openScreen(page, urls.api, 'members')

  // Search by keyboard; the URL keeps it.
  const search = page.getByRole('searchbox', { name: 'Search members' })
  await search.focus()
  await page.keyboard.type(word)
  await expect(page.getByRole('status').filter({ hasText: /^3 members$/ })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`search=${word}`))
  await expect(page.getByRole('rowheader', { name: emails[0] ?? '' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: XSS })).toHaveCount(3)
  expect(await faults(page)).toEqual([])

  // A filter, and its chip.
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const filters = page.getByRole('dialog', { name: 'Filter members' })
  await filters.getByRole('button', { name: /Verified/ }).click()
  await page.getByRole('option', { name: 'No', exact: true }).click()
  expect(await faults(page)).toEqual([])
  await filters.getByRole('button', { name: 'Show members' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^1 member$/ })).toBeVisible()
  await expect(page).toHaveURL(/verified=false/)
  await page.getByRole('button', { name: 'Remove filter Verified: No' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^3 members$/ })).toBeVisible()

  // On a phone it is a list of cards.
  await expect(page.getByRole('grid', { name: 'Members' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(3)
  await expect(page.getByRole('grid', { name: 'Members' })).toHaveCount(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  // A job for all of the filter: undone, then done.
  await page.getByRole('checkbox', { name: `Select ${emails[0]}` }).click({ force: true })
  await page.getByRole('button', { name: 'Select all 3' }).click()
  const bar = page.getByRole('region', { name: 'Selected members' })
  await expect(bar.getByText('3 selected')).toBeVisible()
  // No key deletes.
  await page.getByRole('rowheader', { name: emails[0] ?? '' }).focus()
  for (const key of ['Delete', 'Backspace']) await page.keyboard.press(key)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(bar.getByText('3 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Mark as verified' }).click()
  const confirm = page.getByRole('dialog', { name: 'Mark 3 members as verified?' })
  expect(await faults(page)).toEqual([])
  await confirm.getByRole('button', { name: 'Mark as verified' }).click()
  const job = page.getByRole('article', { name: 'Bulk job: Mark as verified' })
  await expect(job.getByText(/Starts in \d+ s/)).toBeVisible()
  expect(await faults(page)).toEqual([])
  await job.getByRole('button', { name: 'Undo' }).click()
  await expect(job.getByText('Canceled')).toBeVisible()

  // One member.
  await page.getByRole('rowheader', { name: emails[0] ?? '' }).click()
  await expect(page.getByRole('heading', { level: 1, name: XSS })).toBeVisible()
  await expect(page.locator('.page-header').getByText(emails[0] ?? '')).toBeVisible()
  await page.getByRole('textbox', { name: 'Company' }).fill('Acme')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The profile was saved.')).toBeVisible()
  // A note shows before the server has it; if it fails, the text is back in the box.
  const note = page.getByRole('textbox', { name: 'New note' })
  const notes = page.getByRole('region', { name: 'Notes' })
  const failed = { status: 500, json: { code: 'unknown-error', message: 'Something went wrong. Please try again.' } }
  await page.route(/\/notes$/, (route) => route.fulfill(failed), { times: 1 })
  await note.fill(XSS)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('alert')).toHaveText(failed.json.message)
  await expect(note).toHaveValue(XSS)
  await expect(notes.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(notes.getByRole('listitem').getByText(XSS)).toBeVisible()
  // A deleted note can come back.
  await notes.getByRole('button', { name: /^Delete the note of / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(notes.getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The note is back.')).toBeVisible()
  await expect(notes.getByRole('listitem').getByText(XSS)).toBeVisible()
  await page.getByRole('region', { name: 'Plans' }).getByRole('button', { name: 'Add a plan' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /Plan/ }).first().click()
  await page.getByRole('option', { name: 'Free', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add a plan' }).click()
  await expect(page.getByRole('button', { name: 'Remove Free' })).toBeVisible()
  await expect(page.getByText('Opened by the plan Free (Active).')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Timeline' }).getByText('Note added')).toBeVisible()
  expect(await faults(page)).toEqual([])

  // Deleting says what is lost, waits and can be undone.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const deletion = page.getByRole('alertdialog', { name: `Delete ${emails[0]}?` })
  await expect(deletion.getByText('1 plan')).toBeVisible()
  await deletion.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('The member stays.')).toBeVisible()
})

test('the next page of a list that fails says so, and loads at the next try', async ({
  page,
  urls,
  request,
  expectedConsole,
}) => {
  expectedConsole.push(/status of (401|409|500)/)
  const rows = Array.from({ length: 60 }, (_, index) => ({ email: `page-${index}@example.com` }))
  const importing = `${urls.api}/admin/import/members?format=json`
  const imported = await request.post(importing, { headers: HEADERS, data: JSON.stringify(rows) })
  expect(imported.status()).toBe(200)
  await openScreen(page, urls.api, 'members?search=page')
  const shown = page.getByRole('rowheader', { name: /^page-/ })
  await expect(shown).toHaveCount(50)
  const json = { code: 'unknown-error', message: 'Something went wrong. Please try again.' }
  const headers = { 'X-Request-Id': 'req-of-the-test' }
  await page.route(/\/admin\/members\?.*after=/, (route) => route.fulfill({ status: 500, json, headers }), { times: 1 })
  const more = page.getByRole('button', { name: 'Show more' })
  await more.click()
  await expect(page.locator('#content').getByRole('alert')).toHaveText(`${json.message} Request ID: req-of-the-test`)
  expect(await faults(page)).toEqual([])
  await more.click()
  await expect(shown).toHaveCount(60)
  await expect(page.locator('#content').getByRole('alert')).toHaveCount(0)

  // Deleting many: the number is typed, and typed again when the selection is not what the person saw.
  await page
    .getByRole('checkbox', { name: /^Select page-/ })
    .first()
    .click({ force: true })
  await page.getByRole('button', { name: 'Select all 60' }).click()
  await page.getByRole('region', { name: 'Selected members' }).getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Delete 60 members?' })
  const remove = dialog.getByRole('button', { name: 'Delete' })
  await expect(remove).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Type 60 to confirm' }).fill('60')
  const { message } = errors['selection-changed']
  const changed = { status: 409, json: { code: 'selection-changed', message } }
  await page.route(/\/admin\/jobs\/delete-members$/, (route) => route.fulfill(changed), { times: 1 })
  await remove.click()
  await expect(dialog.getByRole('alert')).toContainText(message)
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Count again' }).click()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await remove.click()
  const job = page.getByRole('article', { name: 'Bulk job: Delete' })
  await job.getByRole('button', { name: 'Undo' }).click()
  await expect(job.getByText('Canceled')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^60 members$/ })).toBeVisible()
})
