import { unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { readTrust } from '../../contract/credential/read-trust'
import { unbakePng } from '../../contract/credential/unbake-png'
import { unbakeSvg } from '../../contract/credential/unbake-svg'
import { verifyCredential } from '../../contract/credential/verify-credential'
import { statusFilePath } from '../../contract/proof-paths'
import { readPdfAttachments } from '../support/read-pdf-attachments'
import { arrive } from './arrive'
import { findings } from './axe-findings'
import { expect, test } from './product-test'
import type { ProductUrls } from './product-test'
import { serveHtml } from './serve-html'
import { earnTag, returnToSite } from './trusttag-holders'

/** Opens the download menu of a TrustTag. */
async function openPanel(page: Page, urls: ProductUrls, skill: string): Promise<Locator> {
  await arrive(page, `${urls.site}/profile`)
  const card = page.getByRole('article', { name: skill })
  await card.getByText('Download and share').click()
  return card
}

async function download(page: Page, button: Locator): Promise<{ name: string; content: Uint8Array }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  return { name: file.suggestedFilename(), content: new Uint8Array(await readFile(await file.path())) }
}

const textOf = (content: Uint8Array | undefined): string => Buffer.from(content ?? []).toString('utf8')

/** Checks with the files and the issuer's public data only. */
async function check(urls: ProductUrls, credential: string, proof: string) {
  const read = async (url: string): Promise<unknown> => (await fetch(url)).json()
  const signed: { credentialStatus: { statusListCredential: string } } = JSON.parse(credential)
  const list = Number(signed.credentialStatus.statusListCredential.split('/').at(-1))
  return verifyCredential({
    credential: signed,
    proof,
    statusList: await read(`${urls.api}${statusFilePath('test', list)}`),
    trust: readTrust(await read(`${urls.api}/trusttag/trust.json`)),
    now: Date.now(),
  })
}

test('all downloads can be verified: credential, badges, wallet file, certificate and archive', async ({
  page,
  urls,
  email,
}) => {
  const token = await returnToSite(page, urls, email)
  const { trustTagId } = await earnTag(urls, token, 'Cook')
  const card = await openPanel(page, urls, 'Cook')
  const get = (name: string) => download(page, card.getByRole('button', { name, exact: true }))
  const [credential, proof] = [await get('Credential'), await get('Proof')]
  const name = `TrustTag-Cook-${trustTagId}`
  expect([credential.name, proof.name]).toEqual([`${name}.json`, `${name}.tlog-proof`])
  const report = await check(urls, textOf(credential.content), textOf(proof.content))
  expect([report.verdict, report.facts?.trustTagId, report.facts?.holderName]).toEqual([
    'valid',
    trustTagId,
    'Grace Hopper',
  ])

  const signed: unknown = JSON.parse(textOf(credential.content))
  const [png, svg] = [await get('Badge as PNG'), await get('Badge as SVG')]
  for (const baked of [unbakePng(png.content), unbakeSvg(textOf(svg.content))])
    expect(JSON.parse(baked ?? 'null')).toEqual(signed)
  const wallet = await get('Wallet file')
  expect(JSON.parse(textOf(wallet.content))).toMatchObject({ verifiableCredential: [signed] })
  const pdf = await download(page, card.getByRole('button', { name: 'Download Certificate as PDF' }))
  expect(readPdfAttachments(pdf.content)['credential.json']).toBe(textOf(credential.content))

  const archive = await get('Everything')
  const files = unzipSync(archive.content)
  expect(archive.name).toBe(`${name}.zip`)
  expect(textOf(files[`${name}.json`])).toBe(textOf(credential.content))
  await expect(page.locator('.profile-bar output')).toHaveText(`${name}.zip has been downloaded.`)
})

test('a badge is copied as HTML, and shows on a page that allows only images', async ({
  page,
  urls,
  email,
  context,
  openTab,
}) => {
  const token = await returnToSite(page, urls, email)
  const { trustTagId } = await earnTag(urls, token, 'Cook')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: urls.site })
  const card = await openPanel(page, urls, 'Cook')
  await card.getByRole('button', { name: 'Copy the HTML' }).click()
  await expect(page.locator('.profile-bar output')).toHaveText('Copied.')
  const snippet = await page.evaluate(() => navigator.clipboard.readText())
  expect(snippet).toBe(await card.getByLabel('Badge for your own page').inputValue())
  expect(snippet).not.toMatch(/script|style/iu)
  expect(
    await isDrawn(card.getByRole('img', { name: 'TrustTag: Cook, 100% · likely 88–100 · 10 questions. Check it.' })),
  ).toBe(true)

  const linkedIn = new URL((await card.getByRole('link', { name: 'Add to LinkedIn' }).getAttribute('href')) ?? '')
  expect(linkedIn.origin + linkedIn.pathname).toBe('https://www.linkedin.com/profile/add')
  expect(Object.fromEntries(linkedIn.searchParams)).toMatchObject({
    startTask: 'CERTIFICATION_NAME',
    name: 'TrustTag: Cook (Test)',
    organizationName: 'TrustTag',
    issueYear: String(new Date().getUTCFullYear()),
    issueMonth: String(new Date().getUTCMonth() + 1),
    certUrl: `${urls.site}/verify/${trustTagId}`,
    certId: trustTagId,
  })
  expect(await findings(page)).toEqual([])

  const foreign = await serveHtml(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Grace</title><link rel="icon" href="data:,">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${urls.api} data:"></head>
<body><h1>Grace Hopper</h1><p>${snippet}</p></body></html>`,
  )
  try {
    const visitor = await openTab()
    await arrive(visitor, foreign.url)
    const badge = visitor.getByRole('link', { name: 'TrustTag: Cook, 100% · likely 88–100 · 10 questions. Check it.' })
    expect(await isDrawn(badge.getByRole('img'))).toBe(true)
    await badge.click()
    await expect(visitor).toHaveURL(`${urls.site}/verify/${trustTagId}`)
    await expect(visitor.getByRole('heading', { name: 'Valid TrustTag' })).toBeVisible()
  } finally {
    foreign.close()
  }
})

test('a private TrustTag has its files, and a reason why LinkedIn and the badge are missing', async ({
  page,
  urls,
  email,
}) => {
  const token = await returnToSite(page, urls, email)
  const { trustTagId, filesUrl } = await earnTag(urls, token, 'Cook', 'PRIVATE')
  const card = await openPanel(page, urls, 'Cook')
  await expect(card).toContainText('Choose Link only or Public to add it to LinkedIn or to a page.')
  await expect(card.getByRole('link', { name: 'Add to LinkedIn' })).toHaveCount(0)
  const credential = await download(page, card.getByRole('button', { name: 'Credential', exact: true }))
  expect(credential.name).toContain(trustTagId)
  expect((await fetch(`${filesUrl}/badge.svg`)).status).toBe(404)
  await page.getByLabel('Who can see it: Cook').selectOption('Link only')
  await expect(card.getByRole('link', { name: 'Add to LinkedIn' })).toBeVisible()
  // The page updates before the server has it.
  await expect.poll(async () => (await fetch(`${filesUrl}/badge.svg`)).status).toBe(200)
})

test('the demo page shows a badge as a site builder would: a link and an image', async ({ page, urls }) => {
  await arrive(page, `${urls.demo}/badges/embed.html`)
  const badge = page.getByRole('link', { name: 'TrustTag: Electrician, 92% · likely 75–98 · 10 questions. Check it.' })
  expect(await isDrawn(badge.getByRole('img'))).toBe(true)
  await expect(page.locator('script')).toHaveCount(0)
  await badge.click()
  await expect(page).toHaveURL(`${urls.site}/verify/TT-EL2024017`)
})

const isDrawn = (image: Locator): Promise<boolean> =>
  image.evaluate(async (element) => {
    if (!(element instanceof HTMLImageElement)) return false
    await element.decode()
    return element.naturalWidth === 400
  })
