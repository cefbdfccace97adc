import type { Page } from '@playwright/test'
import { aGate } from '../support/a-gate'
import { faults, openScreen, ownConsoleTest as test } from './console-page'
import { expect } from './product-test'

/** Answers the calls of this page with a failure, once. */
async function failOnce(page: Page, url: string | RegExp, status: number, body: object): Promise<void> {
  await page.route(url, (route) => route.fulfill({ status, json: body }), { times: 1 })
}

const HOSTILE = '<img src=x onerror=alert(1)>'

test('a plan is added by keyboard, its price is copied and not edited, and it closes', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of (401|409|500)/)
  await openScreen(page, urls.api, 'plans')
  await expect(page.getByRole('link', { name: 'Plans', exact: true })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('row', { name: /^Pro/ })).toContainText('$10.00 a month · 2 more')
  await expect(page.getByRole('region', { name: 'Coupons' })).toContainText('HALF')
  expect(await faults(page)).toEqual([])

  await page.getByRole('button', { name: 'Add a plan' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Tab')
  await dialog.getByRole('textbox', { name: /^Name/ }).focus()
  await page.keyboard.type(`Gold ${HOSTILE}`)
  await dialog.getByRole('radio', { name: 'Free' }).focus()
  await page.keyboard.press('ArrowDown')
  await dialog.getByRole('textbox', { name: /^Amount/ }).focus()
  await page.keyboard.type('12.50')
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('textbox', { name: /^Amount/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/plans\/pln_gold-img/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Gold ${HOSTILE}`)
  await expect(page.getByRole('figure', { name: /^Buy button/ })).toContainText('&lt;img')
  const prices = page.getByRole('grid', { name: 'Prices' })
  await expect(prices).toContainText('$12.50 a month')
  const firstId = (await prices.getByRole('row').nth(1).locator('code').textContent()) ?? ''
  expect(await faults(page)).toEqual([])

  await page
    .getByRole('button', { name: /^Actions for Gold/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await dialog.getByRole('textbox', { name: /^Amount/ }).fill('15')
  await dialog.getByRole('button', { name: 'Review changes' }).click()
  await expect(dialog).toContainText(`The price ${firstId} may have been sold`)
  await expect(dialog.getByText('Before: $12.50 a month')).toBeVisible()
  await expect(dialog.getByText('After: $15.00 a month')).toBeVisible()
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^The old price is closed\./)).toBeVisible()
  await expect(prices.getByRole('row').filter({ hasText: firstId })).toContainText('Closed')
  await expect(prices.getByRole('row').filter({ hasText: '$15.00 a month' })).toContainText('Open')

  await page
    .getByRole('button', { name: /^Actions for Gold/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Close' }).click()
  const closing = page.getByRole('alertdialog', { name: /^Close the plan/ })
  await expect(closing).toContainText('0 members have the plan and keep it.')
  expect(await faults(page)).toEqual([])
  const changes = [{ version: 9, at: '2026-11-23T10:00:00.000Z', author: 'Ana Lima', parts: ['plans'] }]
  const changed = { code: 'definition-changed', message: 'Changed.', changes }
  await failOnce(page, /\/admin\/definition\/plans\//, 409, changed)
  await closing.getByRole('button', { name: 'Close plan' }).click()
  await expect(closing.getByRole('alert')).toContainText('Ana Lima changed plans.')
  expect(await faults(page)).toEqual([])
  await closing.getByRole('button', { name: 'Close plan' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Closed')

  // A menu has no dialog that could say why it failed.
  const message = 'Something went wrong. Please try again.'
  await failOnce(page, /\/admin\/definition\/plans\//, 500, { code: 'unknown-error', message })
  const actions = page.getByRole('button', { name: /^Actions for Gold/ }).first()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Open again' }).click()
  await expect(page.getByText(message)).toBeVisible()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Open again' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('Open')
})

test('a coupon and the payment options are compared before they are saved', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/status of 401/, /status of 500/)
  await openScreen(page, urls.api, 'plans')
  const coupons = page.getByRole('region', { name: 'Coupons' })
  await coupons.getByRole('button', { name: 'Add a coupon' }).click()
  const dialog = page.getByRole('dialog')
  const code = `SPRING-${Date.now()}`
  await dialog.getByRole('textbox', { name: /^Code/ }).fill(code)
  await dialog.getByRole('textbox', { name: /^Percent off/ }).fill('150')
  await dialog.getByRole('button', { name: 'Add a coupon' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Enter a discount from 1 to 100 percent.')
  await dialog.getByRole('textbox', { name: /^Percent off/ }).fill('20')
  await dialog.getByText('Only these prices').first().click()
  await dialog.getByText('Pro · $10.00 a month').click()
  expect(await faults(page)).toEqual([])
  await failOnce(page, /\/admin\/definition\/coupons$/, 500, { code: 'internal-error', message: 'It broke.' })
  await dialog.getByRole('button', { name: 'Add a coupon' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('It broke.')
  await expect(dialog.getByRole('textbox', { name: /^Code/ })).toHaveValue(code)
  await dialog.getByRole('button', { name: 'Add a coupon' }).click()
  await expect(coupons.getByRole('row').filter({ hasText: code })).toContainText('1 price')
  await coupons.getByRole('button', { name: `Actions for ${code}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page
    .getByRole('alertdialog', { name: /^Remove SPRING/ })
    .getByRole('button', { name: 'Remove' })
    .click()
  await expect(coupons).not.toContainText(code)

  const payments = page.getByRole('region', { name: 'Payment options' })
  await expect(payments.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(payments.getByRole('button', { name: 'Review changes' })).toBeDisabled()
  const tax = payments.getByRole('checkbox', { name: /^Calculate tax/ })
  for (const isOn of [true, false]) {
    await tax.press('Space')
    await payments.getByRole('button', { name: 'Review changes' }).click()
    await expect(dialog.getByText(isOn ? 'After: Yes' : 'After: No')).toBeVisible()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(tax).toBeChecked({ checked: isOn })
  }
})

test('fields are added, ordered, edited beside someone else, and removed with their use', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of (401|409|500)/)
  await openScreen(page, urls.api, 'profile')
  await expect(page.getByRole('link', { name: 'Fields', exact: true })).toHaveAttribute('aria-current', 'page')
  expect(await faults(page)).toEqual([])
  const name = `Tea ${HOSTILE}`
  await page.getByRole('button', { name: 'Add a field' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /^Label/ }).focus()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('tea-img-src-x-onerror-alert-1')
  const rows = page.getByRole('grid', { name: 'Custom fields' }).getByRole('row')
  await expect(rows.last()).toContainText(name)

  const actions = page.getByRole('button', { name: `Actions for ${name}` })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  await expect(rows.nth(-2)).toContainText(name)

  const fail = aGate()
  await page.route(
    /\/definition\/fields\/order$/,
    async (route) => {
      await fail.opened
      await route.fulfill({ status: 500, json: { code: 'internal-error', message: 'It broke.' } })
    },
    { times: 1 },
  )
  await actions.click()
  await page.getByRole('menuitem', { name: 'Move up' }).press('Enter')
  await expect(rows.nth(-3)).toContainText(name)
  fail.open()
  await expect(rows.nth(-2)).toContainText(name)
  await expect(page.locator('#content').getByRole('alert')).toHaveText('It broke.')
  expect(await faults(page, 'fields-order-failed')).toEqual([])

  await actions.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(dialog).toContainText('0 live members have a value · 0 test members have a value')
  await dialog.getByText('Members must fill it in').click()
  expect(await faults(page)).toEqual([])
  const changes = [{ version: 9, at: '2026-11-23T10:00:00.000Z', author: 'Ana Lima', parts: ['customFields'] }]
  await failOnce(page, /\/admin\/definition\/fields\//, 409, {
    code: 'definition-changed',
    message: 'Changed.',
    changes,
  })
  await dialog.getByRole('button', { name: 'Review changes' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Ana Lima changed custom fields.')
  expect(await faults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toContainText('Required')

  await actions.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const removing = page.getByRole('alertdialog', { name: /^Remove Tea/ })
  await expect(removing).toContainText('0 live members have a value')
  expect(await faults(page)).toEqual([])
  await removing.getByRole('button', { name: 'Remove' }).click()
  await expect(row).toHaveCount(0)
})
