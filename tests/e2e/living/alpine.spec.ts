import { expect, logIn, logOut, ready, seenSince, test, traces } from './living-test'

test('elements that Alpine creates, removes and creates again are gated and show the member', async ({
  page,
  site,
  person,
}) => {
  await page.goto(`${site.url}/alpine/`)
  await ready(page)
  await expect(page.locator('#branch')).toHaveText('Come in')
  expect(await seenSince(page)).toEqual(['!members'])

  await logIn(page, person)
  const branch = page.locator('#branch')
  await expect(branch).toHaveText(`Hello ${person.firstName}`)
  await expect(page.locator('li')).toHaveText(['a', 'b', 'c'].map((item) => `${item}: ${person.email}`))
  await seenSince(page)
  for (let turn = 0; turn < 4; turn += 1) await page.locator('#toggle').click()
  await expect(branch).toHaveText(`Hello ${person.firstName}`)
  await expect(page.locator('#gated-root')).toHaveCount(1)
  await page.locator('#turn').click()
  await page.locator('#more').click()
  await expect(page.locator('li span')).toHaveText(['b', 'c', 'a', 'n1'])
  await expect(page.locator('li i')).toHaveText(Array.from({ length: 4 }, () => person.email))
  expect(await seenSince(page)).toEqual(['members'])

  await logOut(page)
  await expect(branch).toHaveText('Come in')
  await expect.poll(() => traces(page, person)).toEqual([])
  await seenSince(page)
  for (let turn = 0; turn < 4; turn += 1) await page.locator('#toggle').click()
  expect(await seenSince(page)).toEqual(['!members'])
})

test('a list that Alpine re-orders while its rows are hidden comes back complete', async ({ page, site, person }) => {
  await page.goto(`${site.url}/alpine/`)
  await ready(page)
  for (let turn = 0; turn < 2; turn += 1) await page.locator('#turn').click()
  await page.locator('#more').click()
  await page.locator('#toggle').click()
  await logIn(page, person)
  await expect(page.locator('li span')).toHaveText(['c', 'a', 'b', 'n1'])
  await expect(page.locator('#gated-root')).toHaveCount(0)
  for (let turn = 0; turn < 3; turn += 1) {
    await logOut(page)
    await page.locator('#turn').click()
    await logIn(page, person)
  }
  await expect(page.locator('li span')).toHaveText(['n1', 'c', 'a', 'b'])
  await page.locator('#toggle').click()
  await expect(page.locator('#gated-root')).toHaveCount(1)
  await page.locator('#hide').click()
  await expect(page.locator('#show')).toBeHidden()
})

test('a form with x-model sends what was typed', async ({ page, site, email }) => {
  await page.goto(`${site.url}/alpine/`)
  await ready(page)
  const form = page.locator('form')
  await form.getByLabel('First name').fill('Grace')
  await expect(page.locator('#echo')).toHaveText('Grace')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Password').fill('a-good-password')
  await page.keyboard.press('Enter')
  await expect(page.locator('#branch')).toHaveText('Hello Grace')
  await expect(page.locator('#own')).toHaveValue('Grace')
})
