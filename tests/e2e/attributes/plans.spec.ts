import { expectModalGone } from '../account-modals'
import { plansOf } from '../checkout'
import { logInOrJoin } from '../log-in-or-join'
import { expect, test } from '../product-test'
import { storeSession } from '../store-session'

const path = '/plans/free.html'

test('data-ms-plan:add: a visitor gets the plan at sign-up, a member at once, and a second click shows a message', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 409/)
  await page.goto(urls.demo + path)
  await page.getByRole('button', { name: 'Join Free' }).click()
  const dialog = page.getByRole('dialog')
  await logInOrJoin(dialog, email)
  await expect(page.getByText('Free: you have it')).toBeVisible()
  await expectModalGone(dialog.page())
  await expect(page.getByText('Newsletter: you do not have it')).toBeVisible()

  await page.getByRole('button', { name: 'Join both' }).click()
  await expect(page.getByText('Newsletter: you have it')).toBeVisible()
  await page.getByRole('button', { name: 'Join Free' }).click()
  await expect(page.getByText('You already have this plan.')).toBeVisible()
  expect(await plansOf(page)).toEqual(['pln_free ACTIVE', 'pln_newsletter ACTIVE'])
})

test('data-ms-plan:update: the plan replaces the other free ones; data-ms-plan:remove: leaves it', async ({
  page,
  urls,
  email,
}) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email, { plans: [{ planId: 'pln_free' }] })
  await page.goto(urls.demo + path)
  await page.getByRole('button', { name: 'Newsletter alone' }).click()
  await expect(page.getByText('Newsletter: you have it')).toBeVisible()
  await expect(page.getByText('Free: you do not have it')).toBeVisible()
  expect(await plansOf(page)).toEqual(['pln_newsletter ACTIVE'])

  await page.getByRole('button', { name: 'Leave Newsletter' }).click()
  await expect(page.getByText('Newsletter: you do not have it')).toBeVisible()
  expect(await plansOf(page)).toEqual([])

  await page.getByLabel('First name').fill('Ada')
  await page.getByRole('button', { name: 'Save and get the newsletter' }).click()
  await expect(page.getByText('Newsletter: you have it')).toBeVisible()
  expect(await plansOf(page)).toEqual(['pln_newsletter ACTIVE'])
})
