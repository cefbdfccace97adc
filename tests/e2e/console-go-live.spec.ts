import { consoleTest as test, faults, openScreen } from './console-page'
import { expect } from './product-test'

test('a wrong key says why, and what was typed stays', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/status of 40[01]/)
  await openScreen(page, urls.api, 'credentials')
  await expect(page.getByRole('heading', { level: 1, name: 'Credentials' })).toBeVisible()
  await page.getByLabel('Secret key').fill('sk_live_of_the_other_mode')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText('This is not a key of Stripe’s test mode.')
  await expect(page.getByLabel('Secret key')).toHaveValue('sk_live_of_the_other_mode')
  await page.getByLabel('Host', { exact: true }).fill('127.0.0.1')
  await page.getByLabel('Port', { exact: true }).fill('99999')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a number from 1 to 65535.')).toBeVisible()
  expect(await faults(page)).toEqual([])
})
