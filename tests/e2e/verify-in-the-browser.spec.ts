import type { Page } from '@playwright/test'
import type { TrustDocument } from '../../contract/credential/report'
import { sampleIds } from '../../host-site/content/samples'
import { findings } from './axe-findings'
import { earnLiveTag, revokeTag } from './live-tag'
import { expect, test } from './product-test'
import { earnTag, returnToSite } from './trusttag-holders'
import { runSql } from '../support/run-sql'

const [sample] = sampleIds
const resultOf = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })
const verdictOf = (page: Page) => resultOf(page).getByRole('heading', { level: 2 })
const checksOf = (page: Page) => resultOf(page).locator('.checks h4')

/** Replaces a response. */
const swap = (page: Page, path: string, change: (text: string) => string) =>
  page.route(`**${path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: change(await response.text()) })
  })

/** Wrong keys. */
function withForeignKeys(text: string): string {
  const trust: TrustDocument = JSON.parse(text)
  const [live, testing] = trust.issuers
  return JSON.stringify({ issuers: [live, { ...testing, keys: live?.keys }] })
}

test('a real TrustTag is checked in the browser, and refused as soon as it is revoked', async ({
  page,
  urls,
  email,
}) => {
  const { trustTagId, blockchainHash } = await earnLiveTag(page, urls, email)
  const refused: string[] = []
  page.on('requestfailed', (request) => refused.push(request.url()))
  await page.goto(`${urls.site}/verify/${trustTagId}`)
  await expect(verdictOf(page)).toHaveText('Valid TrustTag')
  await expect(resultOf(page).getByText('Grace Hopper')).toBeVisible()
  await expect(resultOf(page).locator('[data-unreal]')).toHaveCount(0)
  await expect(checksOf(page)).toHaveCount(6)
  for (const check of await checksOf(page).all()) await expect(check).toContainText(/Passed|Not checked/)
  await expect(resultOf(page).locator('.log-hash')).toHaveText(blockchainHash ?? 'none')
  await expect(resultOf(page).getByRole('link', { name: 'Blockchain Secured' })).toHaveAttribute(
    'href',
    '/transparency',
  )
  expect(page.url()).toBe(`${urls.site}/verify/${trustTagId}`)
  expect(await findings(page)).toEqual([])

  await resultOf(page).getByText('Technical details').click()
  await expect(resultOf(page).getByText('npm run verify-tag -- credential.json')).toBeVisible()
  await resultOf(page).getByRole('button', { name: 'Run the full standards check' }).click()
  await expect(resultOf(page).getByText(/^Passed\. Its second signature/)).toBeVisible()
  expect(await findings(page)).toEqual([])
  expect(refused).toEqual([])

  await revokeTag(urls, trustTagId, 'Somebody else sat the test.')
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(verdictOf(page)).toHaveText('Revoked TrustTag')
  await expect(resultOf(page).getByText('Somebody else sat the test.')).toBeVisible()
  await expect(checksOf(page).last()).toHaveText('Not revoked Failed')
  expect(await findings(page)).toEqual([])

  // Access to the database cannot undo a revocation.
  runSql(process.env['PRODUCT_DATA_DIR'] ?? '', 'update tags set revoked_at = null, revoke_reason = null')
  runSql(process.env['PRODUCT_DATA_DIR'] ?? '', 'update status_places set revoked_at = null')
  await page.reload()
  await expect(verdictOf(page)).toHaveText('Revoked TrustTag')
})

test('a revocation list that the log does not show to be the newest is rejected', async ({ page, urls }) => {
  await page.goto(`${urls.site}/verify`)
  const list = '/trusttag/test-log/status/1.json'
  await swap(page, list, (text) => JSON.stringify({ ...JSON.parse(text), laterEntries: [] }))
  await page.getByRole('button', { name: sample }).click()
  await expect(verdictOf(page)).toHaveText('Sample: Genuine, but not checked for revocation')
  await page.unroute(`**${list}`)
  await page.getByRole('button', { name: sample }).click()
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')
})

test('a changed score, a foreign key and a forged response each have their own message', async ({ page, urls }) => {
  await page.goto(`${urls.site}/verify`)
  const credential = `/trusttag/tags/${sample}/credential.json`
  await swap(page, credential, (text) => text.replace('"value":"87"', '"value":"98"'))
  await page.getByRole('button', { name: sample }).click()
  await expect(verdictOf(page)).toHaveText('Altered TrustTag')
  await expect(resultOf(page)).not.toContainText('98%')
  await page.unroute(`**${credential}`)
  await resultOf(page).getByRole('link', { name: 'See what TrustTag signed under this ID' }).click()
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')

  await swap(page, '/trusttag/trust.json', withForeignKeys)
  await page.getByRole('button', { name: sample }).click()
  await expect(verdictOf(page)).toHaveText('Not issued by TrustTag')

  await page.unroute('**/trusttag/trust.json')
  await swap(page, `/trusttag/verify/${sample}`, (text) => text.replaceAll('"score":87', '"score":98'))
  await page.getByRole('button', { name: sample }).click()
  await expect(verdictOf(page)).toHaveText('Sample: Not authentic')
  await expect(resultOf(page).getByText('These differ: the score.')).toBeVisible()
  await expect(resultOf(page).locator('.score')).toHaveText('87%')
  expect(await findings(page)).toEqual([])

  await page.unroute(`**/trusttag/verify/${sample}`)
  await page.getByRole('button', { name: sample }).click()
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')
})

test('without proof files nothing is shown as valid', async ({ page, urls, expectedConsole }) => {
  expectedConsole.push(/could not be read/, /Failed to load resource/)
  await page.route('**/proof.tlog-proof', (route) => route.abort())
  await page.goto(`${urls.site}/verify/${sample}`)
  await expect(verdictOf(page)).toHaveText('Sample: Could not be checked')
  await expect(resultOf(page)).not.toContainText('Valid TrustTag')
  expect(await findings(page)).toEqual([])
  await page.unroute('**/proof.tlog-proof')
  await page.route('**/trusttag/test-log/status/*', (route) => route.abort())
  await resultOf(page).getByRole('button', { name: 'Check again' }).click()
  await expect(verdictOf(page)).toHaveText('Sample: Genuine, but not checked for revocation')
  await page.unroute('**/trusttag/test-log/status/*')
  await resultOf(page).getByRole('button', { name: 'Check for revocation' }).click()
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')
})

test('a browser without Ed25519 checks with a library', async ({ page, urls }) => {
  await page.addInitScript(() => {
    const importKey = crypto.subtle.importKey.bind(crypto.subtle)
    Object.defineProperty(crypto.subtle, 'importKey', {
      value: (...given: Parameters<SubtleCrypto['importKey']>) =>
        given[2] === 'Ed25519' ? Promise.reject(new DOMException('Unrecognized name.')) : importKey(...given),
    })
  })
  const library = page.waitForResponse(/\/assets\/ed25519-library-/)
  await page.goto(`${urls.site}/verify/${sample}`)
  await library
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')
})

test('a private TrustTag looks unknown; a Test Mode one says that it proves nothing', async ({
  page,
  urls,
  email,
  expectedConsole,
}) => {
  expectedConsole.push(/status of 404/)
  const token = await returnToSite(page, urls, email)
  const hidden = await earnTag(urls, token, 'Cook', 'PRIVATE')
  await page.goto(`${urls.site}/verify/${hidden.trustTagId}`)
  await expect(verdictOf(page)).toHaveText('Invalid TrustTag')
  const shown = await earnTag(urls, token, 'Electrician', 'LINK')
  await page.goto(`${urls.site}/verify/${shown.trustTagId}`)
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')
  await expect(resultOf(page).getByText('It is not proof of a skill.')).toBeVisible()
})
