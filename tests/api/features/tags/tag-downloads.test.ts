import { unzipSync } from 'fflate'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWithHolders } from '../../../support/tag-holders'
import type { Holder, TagHolders } from '../../../support/tag-holders'
import { unbakePng } from '../../../../contract/credential/unbake-png'
import { callHeaders } from '../../../support/start-api'
import { writeTestFonts } from '../../../support/write-test-fonts'

let api: TagHolders
let holder: Holder
let tagId: string

beforeAll(async () => {
  api = await startWithHolders()
  await writeTestFonts(join(api.folder, 'fonts'))
  holder = await api.join()
  tagId = (await api.earn(holder)).trustTagId
})
afterAll(() => api.close())

const download = (path: string, how = holder.how) => api.request(path, { headers: callHeaders(how, false) })

it('the archive has every TrustTag with credential, proof, badge and certificate', async () => {
  const other = await api.join()
  const tags = [await api.earn(other, 'Cook'), await api.earn(other, 'Carpenter', { visibility: 'PRIVATE' })]
  const answer = await download('/trusttag/portfolio.zip', other.how)
  expect(answer.headers.get('content-disposition')).toContain('TrustTag-Portfolio-2026-11-21.zip')
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const expected = tags.flatMap(({ skill, trustTagId: id }) =>
    ['.json', '.tlog-proof', '-wallet.json', '.png', '.svg', '.pdf', '.txt'].map(
      (ending) => `${id}/TrustTag-${skill}-${id}${ending}`,
    ),
  )
  expect(Object.keys(files).toSorted()).toEqual(['TrustTag-Portfolio-2026-11-21.txt', ...expected].toSorted())
  const text = (name: string) => Buffer.from(files[name] ?? []).toString('utf8')
  const { data } = await api.call('getPortfolioText', {}, other.how)
  expect(text('TrustTag-Portfolio-2026-11-21.txt')).toBe(data.text)
  for (const { trustTagId: id, skill } of tags) {
    const row = await api.store.credentials.find(id)
    expect(text(`${id}/TrustTag-${skill}-${id}.json`)).toBe(row?.credential)
    expect(unbakePng(files[`${id}/TrustTag-${skill}-${id}.png`] ?? new Uint8Array())).toBe(row?.credential)
    expect(text(`${id}/TrustTag-${skill}-${id}.pdf`).startsWith('%PDF-')).toBe(true)
  }
})

it('an empty archive says so', async () => {
  const files = unzipSync(
    new Uint8Array(await (await download('/trusttag/portfolio.zip', (await api.join()).how)).arrayBuffer()),
  )
  expect(Buffer.from(files['TrustTag-Portfolio-2026-11-21.txt'] ?? []).toString('utf8')).toContain('No TrustTags yet.')
})

it('getPortfolioText has the day in its name, and lists every TrustTag with its check page', async () => {
  const { fileName, text } = (await api.call('getPortfolioText', {}, holder.how)).data
  expect(fileName).toBe('TrustTag-Portfolio-2026-11-21.txt')
  for (const part of [tagId, 'Electrician', '100%', `http://localhost:4000/verify/${tagId}`])
    expect(text).toContain(part)
})

it('getPortfolioArchive is for members', async () => {
  expect((await download('/trusttag/portfolio.zip', { app: 'app_trusttag' })).status).toBe(401)
})

it('the archive of TrustTags without credentials has certificates', async () => {
  const older = await api.join()
  const { trustTagId: id } = await api.earn(older, 'Cook')
  await api.store.credentials.delete(id)
  await api.store.tags.update(id, { proof: null })
  const files = unzipSync(new Uint8Array(await (await download('/trusttag/portfolio.zip', older.how)).arrayBuffer()))
  expect(Object.keys(files).filter((name) => name.startsWith(id))).toEqual([
    `${id}/TrustTag-Cook-${id}.txt`,
    `${id}/TrustTag-Cook-${id}.pdf`,
  ])
})

it('a cached image is revalidated, so that a revocation shows at once', async () => {
  const { trustTagId } = await api.earn(await api.join(), 'Cook')
  const path = `/trusttag/tags/${trustTagId}/og.png`
  const first = await api.request(path)
  expect(first.headers.get('cache-control')).toBe('public, no-cache')
  const kept = { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } }
  expect((await api.request(path, kept)).status).toBe(304)
  await api.revoke(trustTagId)
  expect((await api.request(path, kept)).status).toBe(200)
})

it('the image of a TrustTag is available to anyone who can check it', async () => {
  const answer = await api.request(`/trusttag/tags/${tagId}/og.png`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect((await api.request('/trusttag/tags/TT-WD2024001/og.png')).status).toBe(200)
  const posted = await api.request(`/trusttag/tags/${tagId}/og.png`, { method: 'POST' })
  expect(posted.status).toBe(405)
})
