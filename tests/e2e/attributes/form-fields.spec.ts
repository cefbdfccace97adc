import type { Page } from '@playwright/test'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'

test.beforeEach(async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/forms/fields.html`)
})

async function save(page: Page): Promise<Record<string, unknown> | undefined> {
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your changes have been saved.')).toBeVisible()
  return page.evaluate(async () => (await window.$memberstackDom?.getCurrentMember())?.data?.customFields)
}

test('data-ms-member on every kind of field: saved, shown after a reload, gone after the logout', async ({ page }) => {
  await page.getByLabel('Name (one line)').fill('Ada')
  await page.getByLabel('About you').fill('Poet\nand analyst')
  await page.getByLabel('Company').selectOption('Difference & Sons')
  await page.getByLabel('Skills').selectOption(['Drawing', 'Sums'])
  await page.getByLabel('Newsletter').check()
  await page.getByLabel('Years of practice').fill('12')
  await page.getByLabel('Start date').fill('1843-09-01')
  await page.getByLabel('Last name').fill('Lovelace')
  expect(await save(page)).toMatchObject({
    'first-name': 'Ada',
    about: 'Poet\nand analyst',
    company: 'Difference & Sons',
    skills: 'Drawing, Sums',
    newsletter: true,
    years: 12,
    'first-day': '1843-09-01',
    'last-name': 'Lovelace',
  })

  await page.reload()
  await expect(page.getByLabel('Name (one line)')).toHaveValue('Ada')
  await expect(page.getByLabel('About you')).toHaveValue('Poet\nand analyst')
  await expect(page.getByLabel('Company')).toHaveValue('Difference & Sons')
  await expect(page.getByLabel('Skills')).toHaveValues(['Drawing', 'Sums'])
  await expect(page.getByLabel('Newsletter')).toBeChecked()
  await expect(page.getByLabel('Years of practice')).toHaveValue('12')
  await expect(page.getByLabel('Start date')).toHaveValue('1843-09-01')
  await expect(page.getByLabel('Last name')).toHaveValue('Lovelace')

  const form = await page.locator('form').elementHandle()
  const held = () => form?.evaluate((node) => [...new FormData(node instanceof HTMLFormElement ? node : undefined)])
  await page.getByLabel('About you').fill('a draft')
  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page.locator('form')).toHaveCount(0)
  await expect.poll(() => form?.evaluate((node) => node.querySelector('textarea')?.value)).toBe('')
  expect(await held()).toEqual([])
  expect(
    await form?.evaluate((node) => [...node.querySelectorAll('input')].filter(({ checked }) => checked).length),
  ).toBe(0)
})

test('data-ms-value on checkboxes of one key: the chosen ones, separated by commas', async ({ page }) => {
  await page.getByLabel('Engines').check()
  await page.getByLabel('Design').check()
  expect(await save(page)).toMatchObject({ topics: 'Design, Engines' })
  await page.reload()
  await expect(page.getByLabel('Engines')).toBeChecked()
  await expect(page.getByLabel('Music')).not.toBeChecked()
  await page.getByLabel('Engines').uncheck()
  await page.getByLabel('Design').uncheck()
  expect(await save(page)).toMatchObject({ topics: '' })
})

test('data-ms-value on radio buttons of one key: the chosen one, whatever its own value', async ({ page }) => {
  await page.getByLabel('Large').check()
  expect(await save(page)).toMatchObject({ 'plan-size': 'large' })
  await page.reload()
  await expect(page.getByLabel('Large')).toBeChecked()
  await page.getByLabel('Small').check()
  expect(await save(page)).toMatchObject({ 'plan-size': 'small' })
})
