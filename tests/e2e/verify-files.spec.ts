import type { Page } from '@playwright/test'
import { sampleIds } from '../../host-site/content/samples'
import { findings } from './axe-findings'
import { expect, test, type ProductUrls } from './product-test'

const [sample] = sampleIds
const resultOf = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })
const verdictOf = (page: Page) => resultOf(page).getByRole('heading', { level: 2 })
const chooser = (page: Page) => page.getByLabel('Choose files')

const read = async ({ api }: ProductUrls, name: string) =>
  Buffer.from(await (await fetch(`${api}/trusttag/tags/${sample}/${name}`)).arrayBuffer())
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer })

/** What proves a TrustTag, as anybody can fetch it. */
const filesOf = async (urls: ProductUrls) => [
  asFile('credential.json', await read(urls, 'credential.json')),
  asFile('proof.tlog-proof', await read(urls, 'proof.tlog-proof')),
]

/** The page, once it has loaded at its leisure what it checks files with. */
async function openPage(page: Page, urls: ProductUrls) {
  const keys = page.waitForResponse('**/trusttag/trust.json')
  await page.goto(`${urls.site}/verify`)
  await (await keys).finished()
}

test('files are checked without a connection, and without a request', async ({ page, context, urls }) => {
  const files = await filesOf(urls)
  await openPage(page, urls)
  const asked: string[] = []
  await context.setOffline(true)
  page.on('request', (request) => asked.push(request.url()))
  await chooser(page).setInputFiles(files)
  await expect(verdictOf(page)).toHaveText('Genuine, but not checked for revocation')
  await expect(resultOf(page).getByText('Samuel Okoro')).toBeVisible()
  await expect(resultOf(page).getByText('Nobody holds this TrustTag.')).toBeVisible()
  await expect(resultOf(page).locator('.checks [data-outcome=passed]')).toHaveCount(5)
  expect(asked).toEqual([])
  expect(await findings(page)).toEqual([])

  await chooser(page).setInputFiles([asFile('a.json', Buffer.from(String(files[0]!.buffer).replace('"87"', '"98"')))])
  await expect(verdictOf(page)).toHaveText('Altered TrustTag')
  await chooser(page).setInputFiles([files[0]!])
  await expect(verdictOf(page)).toHaveText('Not in the public log')
  await chooser(page).setInputFiles([files[1]!])
  await expect(verdictOf(page)).toHaveText('Genuine, but not checked for revocation')
  expect(asked).toEqual([])

  await context.setOffline(false)
  await resultOf(page).getByRole('button', { name: 'Ask whether it was revoked' }).click()
  await expect(verdictOf(page)).toHaveText('Valid TrustTag')
  expect(asked.filter((url) => url.includes(sample))).toEqual([])
})

test('badge pictures are dropped on the page, and holiday pictures refused', async ({ page, urls }) => {
  await openPage(page, urls)
  for (const name of ['badge.svg', 'badge.png', 'presentation.json']) {
    const content = [...(await read(urls, name))]
    const dropped = await page.evaluateHandle(
      ({ bytes, as }) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(bytes)], as))
        return transfer
      },
      { bytes: content, as: name },
    )
    await page.locator('.upload-area').dispatchEvent('drop', { dataTransfer: dropped })
    await expect(verdictOf(page), name).toHaveText('Not in the public log')
    await expect(resultOf(page).getByText('Samuel Okoro')).toBeVisible()
    await page.getByRole('button', { name: sampleIds[1] }).click()
    await expect(verdictOf(page)).toHaveText('Valid TrustTag')
  }
  await chooser(page).setInputFiles([asFile('holiday.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))])
  await expect(page.getByRole('alert').filter({ hasText: 'holiday.svg' })).toContainText('There is no TrustTag in this')
  await expect(verdictOf(page)).toHaveCount(0)
  expect(await findings(page)).toEqual([])
})

test('the keyboard alone chooses a file, and opens what experts read', async ({ page, urls }) => {
  // The browser is told of it on the way: a key that is pressed at once would be sooner.
  const dialog = page.waitForEvent('filechooser')
  await openPage(page, urls)
  await page.getByRole('button', { name: sampleIds[2] }).focus()
  await page.keyboard.press('Tab')
  await expect(chooser(page)).toBeFocused()
  await page.keyboard.press('Space')
  await (await dialog).setFiles(await filesOf(urls))
  await expect(verdictOf(page)).toHaveText('Genuine, but not checked for revocation')
  await resultOf(page).locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(resultOf(page).getByText('Root of the tree')).toBeVisible()
})
