import { expect, test } from './product-test'
import { storeSession } from './store-session'

test('member content is not printed for a visitor, nor are overlays of the widget', async ({ page, urls }) => {
  await page.goto(`${urls.demo}/gating/members.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-ms-content="!members"]').first()).toBeVisible()
  await expect(page.locator('[data-ms-content=members]:visible')).toHaveCount(0)

  await page.evaluate(() => window.$memberstackDom?._showMessage('Not for paper'))
  await expect(page.locator('#ms-message')).toHaveCount(1)
  await expect(page.locator('#ms-message')).toBeHidden()
  await page.evaluate(() => void window.$memberstackDom?.openModal('LOGIN'))
  const panel = page.locator('ms-modal-host [part=panel]')
  await expect(panel).toHaveCount(1)
  await expect(panel).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.emulateMedia({ media: 'screen' })
  await expect(panel).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('#ms-message')).toBeVisible()
})

test('member content is printed for a member', async ({ page, urls, email }) => {
  await storeSession(page, urls.demo, urls.api, 'app_demo', email)
  await page.goto(`${urls.demo}/gating/members.html`)
  await page.waitForFunction(() => window.$memberstackReady)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('[data-ms-content=members]').first()).toBeVisible()
  await expect(page.locator('[data-ms-content="!members"]:visible')).toHaveCount(0)
})
