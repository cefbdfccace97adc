import { callOpenModal, openModal } from './account-modals'
import { becomeBuyer } from './checkout'
import { expect, test } from './product-test'
import { storeSession } from './store-session'

test('a paid plan shows its price and next payment, and links to the portal', async ({ page, urls, email }) => {
  await becomeBuyer(page, urls, email, 'prc_pro-monthly')
  const dialog = await openModal(page, urls.demo, 'PROFILE')
  await dialog.getByRole('button', { name: 'Plans' }).click()
  const paid = dialog.getByRole('region', { name: 'Paid plans' }).getByRole('listitem')
  await expect(paid).toHaveText(/^ProActive\$10\.00 \/ monthNext payment on \w{3} \d+, 20\d\d$/)
  await dialog.getByRole('button', { name: 'Manage subscriptions' }).click()
  await page.waitForURL('**/test/portal?**')
})

test('a free plan is canceled with two clicks, and the page updates at once', async ({ page, urls, email }) => {
  await page.setViewportSize({ width: 500, height: 800 })
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/modals/account.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.evaluate(() => window.$memberstackDom?.addPlan({ planId: 'pln_free' }))
  await callOpenModal(page, 'PROFILE')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Plans' }).click()
  await expect(dialog.getByRole('heading', { level: 2 })).toHaveText('Plans')
  await expect(dialog.getByRole('button', { name: 'Manage subscriptions' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Remove Free' }).click()
  await dialog.getByRole('button', { name: 'Are you sure? Free' }).click()
  await expect(dialog.getByText('The plan has been removed.')).toBeVisible()
  await expect(dialog.getByText('You have no plans yet.')).toBeVisible()
  await expect(dialog.getByRole('heading', { level: 2 })).toBeFocused()
  const known = await page.evaluate(() => window.$memberstackDom?.getCurrentMember({ useCache: true }))
  expect(known?.data?.planConnections).toEqual([])
})
