import { expect, logIn, logOut, ready, seenSince, test, traces } from './living-test'

test('Vue’s own branches, lists and kept components are gated and follow the member', async ({
  page,
  site,
  person,
}) => {
  await page.goto(`${site.url}/vue/`)
  await ready(page)
  await page.locator('#switch').click()
  await expect(page.getByText('Second for visitors')).toBeVisible()
  expect(await seenSince(page)).toEqual(['!members'])

  await logIn(page, person)
  await expect(page.locator('#branch')).toHaveText(`Hello ${person.firstName}, 0`)
  await seenSince(page)
  await page.locator('#switch').click()
  await expect(page.getByText(`First for ${person.email}`)).toBeVisible()
  await page.locator('#turn').click()
  for (let turn = 0; turn < 3; turn += 1) await page.locator('#toggle').click()
  await expect(page.locator('#other')).toBeVisible()
  await page.locator('#toggle').click()
  await page.locator('#count').click()
  await expect(page.locator('#branch')).toHaveText(`Hello ${person.firstName}, 1`)
  await expect(page.locator('li')).toHaveText(['b 1', 'c 1', 'a 1'])
  expect(await seenSince(page)).toEqual(['members'])

  await logOut(page)
  await expect.poll(() => traces(page, person)).toEqual([])
  await seenSince(page)
  await page.locator('#switch').click()
  await page.locator('#turn').click()
  for (let turn = 0; turn < 2; turn += 1) await page.locator('#toggle').click()
  await page.locator('#count').click()
  await expect(page.getByText('Second for visitors')).toBeVisible()
  expect(await seenSince(page)).toEqual(['!members'])
  await expect.poll(() => traces(page, person)).toEqual([])

  await logIn(page, person)
  await expect(page.locator('li')).toHaveText(['c 2', 'a 2', 'b 2'])
  await expect(page.getByText(`Second for ${person.email}`)).toBeVisible()
})

test('a Vue form with v-model logs in', async ({ page, site, person }) => {
  await page.goto(`${site.url}/vue/`)
  await ready(page)
  await page.getByLabel('Email').fill(person.email)
  await expect(page.locator('#echo')).toHaveText(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Enter' }).click()
  await expect(page.locator('#branch')).toContainText(person.firstName)
  await expect(page.locator('form')).toBeHidden()
})
