import { someFrames } from '../page-recorder'
import { expect, logIn, logOut, ready, seenSince, test, traces } from './living-test'

test('fragments that htmx swaps in are gated and follow the member', async ({ page, site, person }) => {
  await page.goto(`${site.url}/htmx/`)
  await ready(page)
  await page.getByText('Load').click()
  await expect(page.getByText('Fragment for visitors')).toBeVisible()
  expect(await seenSince(page)).toEqual(['!members'])

  await logIn(page, person)
  await expect(page.getByText(`Fragment for ${person.email}`)).toBeVisible()
  await page.getByText('Replace').click()
  await seenSince(page)
  await page.getByText('Load').click()
  await expect(page.getByText(`Fragment for ${person.email}`)).toHaveCount(1)
  expect(await seenSince(page)).toEqual(['members'])

  await logOut(page)
  await expect(page.getByText('Fragment for visitors')).toHaveCount(1)
  await expect.poll(() => traces(page, person)).toEqual([])
})

for (const [where, path] of [
  ['in a boosted body', '/htmx/second.html'],
  ['in a fragment, with hx-post', '/htmx/index.html'],
] as const) {
  test(`htmx does not send a Memberstack form ${where}`, async ({ page, site, person }) => {
    await page.goto(site.url + path)
    await ready(page)
    if (path.includes('index')) await page.getByText('Load').click()
    const form = page.locator('form')
    await form.getByLabel('Email').fill(person.email)
    await form.getByLabel('Password').fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-ms-action=logout]')).toBeVisible()
    await expect(page.locator('form')).toHaveCount(0)
    expect(page.url()).not.toContain('password')
    expect(site.received.filter(({ url, body }) => `${url}${body}`.includes(person.password))).toEqual([])
    expect(site.received.filter(({ method }) => method === 'POST')).toEqual([])
  })
}

test('a boosted visit replaces the body: the new page is gated, one widget runs, and Back shows no member data', async ({
  page,
  site,
  person,
}) => {
  await page.goto(`${site.url}/htmx/`)
  await ready(page)
  await logIn(page, person)
  await expect(page.getByText(`Hello ${person.firstName}`)).toBeVisible()
  await seenSince(page)
  await page.getByRole('link', { name: 'Second page' }).click()
  await expect(page.getByText(`Your address is ${person.email}`)).toBeVisible()
  expect(await seenSince(page)).toEqual(['members'])
  await logOut(page)
  await seenSince(page)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'First page' })).toBeVisible()
  await expect(page.locator('[data-ms-modal=login]')).toBeVisible()
  await someFrames(page)
  expect(await seenSince(page)).toEqual(['!members'])
  expect(await traces(page, person)).toEqual([])
  // Modals still open after their element was removed with the old body.
  await logIn(page, person)
  await expect(page.getByText(`Hello ${person.firstName}`)).toBeVisible()
})
