import { errors } from '../../contract/errors'
import { faults, loaded, logIn, ownConsoleTest as test } from './console-page'
import { expect } from './product-test'

const markup = '<img src=x onerror=alert(1)>'

test('a server owner makes an app by keyboard, and Install checks pages with its definition', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 401/)
  await page.goto(`${urls.api}/console/new`)
  await page.getByRole('button', { name: 'Continue as the demo owner' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create an app' })).toBeVisible()
  expect(await faults(page, 'create-site')).toEqual([])

  await page.getByLabel('App name').focus()
  await page.keyboard.type(`Acme ${markup}`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('no address')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Enter an address that starts/)).toBeVisible()
  await page.getByLabel('Site address').fill('http://localhost:4002')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: /^Free and paid/ })).toBeFocused()
  expect(await faults(page, 'create-offer')).toEqual([])
  await page.getByRole('radio', { name: /^Free and paid/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Price', { exact: true })).toBeFocused()
  await page.keyboard.type('12.00')
  expect(await faults(page, 'create-price')).toEqual([])
  await page.getByLabel('Price', { exact: true }).press('Enter')
  await expect(page.getByRole('radio', { name: /^With a password/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: 'Blue' })).toBeFocused()
  expect(await faults(page, 'create-look')).toEqual([])
  await page.getByRole('button', { name: 'Create app' }).focus()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: 'Install' })).toBeVisible()
  await expect(page.getByText('Waiting for the first call from your page')).toBeVisible()
  const appId = /apps\/([^/]+)\/install/.exec(page.url())?.[1] ?? ''
  const tag = `<script src="${urls.api}/membership.js?app=${appId}" data-memberstack-app="${appId}"></script>`
  await expect(page.getByRole('figure', { name: 'Script tag' })).toContainText(tag)
  await expect(page.getByRole('figure', { name: 'Price block' })).toContainText('prc_membership-monthly')
  await page.getByRole('tab', { name: 'WordPress' }).click()
  await expect(page.getByRole('figure', { name: 'Code for functions.php' })).toContainText(tag)

  await page.getByRole('tab', { name: 'HTML', exact: true }).click()
  const html = `<!doctype html>\n<html lang="en">\n<head>${tag}</head>\n<body>\n<p data-ms-content="no-such-group">${markup}</p>\n<p data-ms-content="members-area">x</p>\n</body></html>`
  await page.getByLabel('HTML of the page').fill(html)
  await page.getByRole('button', { name: 'Check page' }).click()
  const results = page.getByRole('list', { name: 'Results' })
  await expect(results.getByRole('listitem')).toHaveCount(1)
  await expect(results).toContainText('Line 5')
  await expect(results).toContainText('no-such-group')
  expect(await faults(page, 'install')).toEqual([])

  await page.getByRole('tab', { name: 'Web address' }).click()
  await page.getByLabel('Page address').fill(`${urls.demo}/inspector/unknown-group-key.html`)
  await page.getByRole('button', { name: 'Check page' }).click()
  await expect(results).toContainText(`The script tag names the app “app_demo”. This app is “${appId}”.`)
  await page.getByLabel('Page address').fill(`${urls.demo}/no-such-page.html`)
  await page.getByRole('button', { name: 'Check page' }).click()
  await expect(page.getByText('The page answered with status 404, so there is nothing to check.')).toBeVisible()
})

test('Install says once that its reads failed, and one Retry loads them all', async ({
  page,
  urls,
  expectedConsole,
}) => {
  expectedConsole.push(/status of (401|500)/)
  await logIn(page, `${urls.api}/console/apps/app_demo/install`)
  await loaded(page)
  const reads = /\/admin\/(definition|installations)$/
  const json = { code: 'unknown-error', message: errors['unknown-error'].message }
  await page.route(reads, (route) => route.fulfill({ status: 500, json }))
  await page.reload()
  const alerts = page.locator('#content').getByRole('alert')
  await expect(alerts.first()).toContainText(json.message)
  await expect(page.getByRole('figure', { name: 'Script tag' })).toBeVisible()
  await expect(page.locator('#content [aria-busy="true"]')).toHaveCount(0)
  await expect(alerts).toHaveCount(1)
  await page.unroute(reads)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Check page' })).toBeVisible()
  await expect(page.locator('.call-state')).toBeVisible()
  await expect(alerts).toHaveCount(0)
})
