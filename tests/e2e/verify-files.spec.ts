import type { Page } from '@playwright/test'
import { zipSync } from 'fflate'
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

/** The public proof files. */
const filesOf = async (urls: ProductUrls) => [
  asFile('credential.json', await read(urls, 'credential.json')),
  asFile('proof.tlog-proof', await read(urls, 'proof.tlog-proof')),
]

/** Waits until the page has loaded its checker. */
async function openPage(page: Page, urls: ProductUrls) {
  const keys = page.waitForResponse('**/trusttag/trust.json')
  await page.goto(`${urls.site}/verify`)
  await (await keys).finished()
}

test('files are checked without a connection, and without a request', async ({ page, context, urls }) => {
  const files = await filesOf(urls)
  await openPage(page, urls)
  const asked: string[] = []
  await page.getByLabel('Offline only').check()
  await context.setOffline(true)
  page.on('request', (request) => asked.push(request.url()))
  await chooser(page).setInputFiles(files)
  await expect(verdictOf(page)).toHaveText('Sample: Genuine, but not checked for revocation')
  await expect(resultOf(page).getByText(/^Checked offline, as of \d/)).toBeVisible()
  await expect(resultOf(page).getByText('Samuel Okoro')).toBeVisible()
  await expect(resultOf(page).getByText('No one holds this TrustTag.')).toBeVisible()
  await expect(resultOf(page).locator('.checks [data-outcome=passed]')).toHaveCount(5)
  expect(asked).toEqual([])
  expect(await findings(page)).toEqual([])

  await chooser(page).setInputFiles([asFile('a.json', Buffer.from(String(files[0]!.buffer).replace('"87"', '"98"')))])
  await expect(verdictOf(page)).toHaveText('Altered TrustTag')
  await chooser(page).setInputFiles([files[0]!])
  await expect(verdictOf(page)).toHaveText('Sample: Signed by TrustTag, not fully checked yet')
  await chooser(page).setInputFiles([files[1]!])
  await expect(verdictOf(page)).toHaveText('Sample: Genuine, but not checked for revocation')
  expect(asked).toEqual([])

  await context.setOffline(false)
  await resultOf(page).getByRole('button', { name: 'Check for revocation' }).click()
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')
  expect(asked.filter((url) => url.includes(sample))).toEqual([])
})

/** Drops one file on the page. */
async function drop(page: Page, name: string, content: Buffer) {
  const dropped = await page.evaluateHandle(
    ({ bytes, as }) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(bytes)], as))
      return transfer
    },
    { bytes: [...content], as: name },
  )
  await page.locator('.upload-area').dispatchEvent('drop', { dataTransfer: dropped })
}

test('every file that is handed out is checked when it is dropped, without another click', async ({ page, urls }) => {
  await openPage(page, urls)
  for (const name of ['credential.json', 'badge.svg', 'badge.png', 'presentation.json', 'certificate.pdf']) {
    await drop(page, name, await read(urls, name))
    await expect(verdictOf(page), name).toHaveText('Sample: Valid TrustTag')
    await expect(resultOf(page).getByText('Samuel Okoro')).toBeVisible()
    const warning = resultOf(page).getByText('If the paper says anything else, the paper was changed.')
    await expect(warning).toHaveCount(name.endsWith('.json') ? 0 : 1)
    await page.getByRole('button', { name: sampleIds[1] }).click()
    await expect(resultOf(page).getByText(sampleIds[1], { exact: true })).toBeVisible()
  }
  const names = ['credential.json', 'proof.tlog-proof', 'certificate.pdf', 'badge.png']
  const files = await Promise.all(names.map(async (name) => [name, new Uint8Array(await read(urls, name))] as const))
  await drop(page, 'everything.zip', Buffer.from(zipSync(Object.fromEntries(files))))
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')
  const text = `Skill:       Web Development\nHolder:      Samuel Okoro\nScore:       98%\nTrustTag ID: ${sample}\n`
  await drop(page, 'certificate.txt', Buffer.from(text))
  await expect(verdictOf(page)).toHaveText('Sample: Altered TrustTag')
  await expect(resultOf(page).getByText(/^These differ: the score, the issue date/)).toBeVisible()
  await expect(resultOf(page).locator('.score')).toHaveText('87%')
  expect(await findings(page)).toEqual([])
})

test('papers and pictures without a TrustTag say what to do instead', async ({ page, urls }) => {
  await openPage(page, urls)
  const printed = await page.pdf()
  await chooser(page).setInputFiles([asFile('printed.pdf', printed)])
  const alert = page.getByRole('alert')
  await expect(alert.filter({ hasText: 'printed.pdf' })).toContainText('Scan its code or type its ID.')
  await chooser(page).setInputFiles([asFile('holiday.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))])
  await expect(alert.filter({ hasText: 'holiday.svg' })).toContainText('This image contains no TrustTag')
  await expect(verdictOf(page)).toHaveCount(0)
  expect(await findings(page)).toEqual([])
})

test('an archive with two TrustTags lists both', async ({ page, urls }) => {
  await openPage(page, urls)
  const own = await read(urls, 'credential.json')
  const altered = Buffer.from(String(own).replace('"87"', '"98"'))
  const archive = zipSync({ 'a.json': new Uint8Array(own), 'b.json': new Uint8Array(altered) })
  await drop(page, 'two.zip', Buffer.from(archive))
  await expect(verdictOf(page)).toHaveText('Altered TrustTag')
  const found = page.getByRole('region', { name: 'These files contain 2 TrustTags' }).getByRole('button')
  await expect(found).toHaveText([`${sample} Altered TrustTag`, `${sample} Sample: Valid TrustTag`])
  await found.last().click()
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')
  expect(await findings(page)).toEqual([])
})

test('the keyboard alone chooses a file, and opens the technical details', async ({ page, urls }) => {
  // The click must arrive before the key press.
  const dialog = page.waitForEvent('filechooser')
  await openPage(page, urls)
  await page.getByRole('button', { name: sampleIds[2] }).focus()
  await page.keyboard.press('Tab')
  await expect(chooser(page)).toBeFocused()
  await page.keyboard.press('Space')
  await (await dialog).setFiles(await filesOf(urls))
  await expect(verdictOf(page)).toHaveText('Sample: Valid TrustTag')
  await resultOf(page).locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(resultOf(page).getByText('Root of the tree')).toBeVisible()
})
