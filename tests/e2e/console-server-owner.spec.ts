import { runNode } from '../support/run-process'
import { startProduct } from '../support/start-product'
import { consoleTest as test, faults, logIn, watchPolicy } from './console-page'
import { hands } from './hand'
import { expect } from './product-test'

/** An app made by command has no owner. */
async function addAppByCommand(dataDir: string, name: string): Promise<void> {
  const answers = [
    '--domains',
    'guild.example',
    '--sign-in',
    'both',
    '--sender',
    'hello@guild.example',
    '--verify',
    'no',
  ]
  const command = ['commands/run.mjs', 'admin', 'apps', 'create', '--name', name, ...answers]
  const adding = runNode(command, { env: { DATA_DIR: dataDir } })
  const { code } = await adding.ended
  expect(code, adding.output()).toBe(0)
}

test('a server owner names the first owner of an app by keyboard, and has no role in it', async ({
  page,
  browser,
  email,
  expectedConsole,
  violations,
}) => {
  expectedConsole.push(/status of (401|403|500)/)
  const { press, type } = hands.keyboard
  const product = await startProduct()
  const guests = await browser.newContext()
  try {
    await addAppByCommand(product.dataDir, 'Guild of Weavers')
    await logIn(page, `${product.urls.api}/console/apps`, hands.keyboard)
    const row = page.getByRole('row', { name: /^Guild of Weavers/ })
    await expect(row).toContainText('None')
    await expect(page.getByRole('link', { name: 'Open Guild of Weavers' })).toHaveCount(0)
    await press(row.getByRole('button', { name: 'Invite an owner of Guild of Weavers' }))
    const dialog = page.getByRole('dialog', { name: 'First owner of Guild of Weavers' })
    await type(dialog.getByRole('textbox', { name: 'Email' }), email)
    expect(await faults(page, 'first-owner')).toEqual([])

    // What failed is said in the dialog, which keeps the address.
    const message = 'Something went wrong. Please try again.'
    const failed = { status: 500, json: { code: 'unknown-error', message } }
    await page.route(/\/first-owner$/, (route) => route.fulfill(failed), { times: 1 })
    await dialog.getByRole('textbox', { name: 'Email' }).press('Enter')
    await expect(dialog.getByRole('alert')).toContainText(message)
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
    await dialog.getByRole('textbox', { name: 'Email' }).press('Enter')
    const link = page.getByRole('figure', { name: 'Invitation link' }).locator('code')
    await expect(link).toContainText('/console/invitation#')
    expect(await faults(page, 'first-owner-link')).toEqual([])
    const address = String(await link.textContent())
    await press(page.getByRole('button', { name: 'Done' }))

    await watchPolicy(guests, violations)
    const guest = await guests.newPage()
    await guest.goto(address)
    await expect(guest.getByRole('heading', { level: 1, name: /Guild of Weavers/ })).toBeVisible()
    await type(guest.getByLabel('Name', { exact: true }), 'Wanda Weaver')
    await type(guest.getByLabel('Password', { exact: true }), 'zebra-lantern-94-quilt')
    await press(guest.getByRole('button', { name: 'Join' }))
    await expect(guest.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    await press(guest.getByRole('link', { name: 'Team', exact: true }))
    await expect(guest.getByRole('row', { name: /^Wanda Weaver/ })).toContainText('Owner')
    await press(guest.getByRole('button', { name: 'Switch to live' }))
    await press(guest.getByRole('link', { name: 'Audit log', exact: true }))
    const log = guest.getByRole('grid', { name: 'Entries' })
    await expect(log.getByRole('row', { name: /^First owner invited/ })).toContainText('Demo Owner')
    await press(log.getByRole('link').first())
    await expect(guest.getByRole('heading', { level: 1, name: 'Team' })).toBeFocused()

    await page.reload()
    await expect(row.getByRole('button', { name: 'Invite an owner of Guild of Weavers' })).toHaveCount(0)
    await expect(row.getByRole('button', { name: 'Become an owner of Guild of Weavers' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Open Guild of Weavers' })).toHaveCount(0)
  } finally {
    await guests.close()
    await page.close()
    await product.stop()
  }
})
