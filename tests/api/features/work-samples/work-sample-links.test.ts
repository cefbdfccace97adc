import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { purgeExpired } from '../../../../api/workers'
import { openWorkSamples } from '../../../support/open-work-samples'
import type { Holder, WorkSampleApi } from '../../../support/open-work-samples'
import { metadataOf, sampleImage } from '../../../support/sample-images'
import { mp4, pdf } from '../../../support/sample-files'

let api: WorkSampleApi
let holder: Holder
beforeAll(async () => void (api = await openWorkSamples()))
afterAll(() => api.close())
beforeEach(async () => void (holder = await api.holder()))

const video = mp4(200_000)
// In the box after the video, which no player reads.
for (let at = 2_000; at < video.length; at += 1) video[at] = at % 251

async function linkToVideo(name = 'bench.mp4'): Promise<string> {
  const { id } = (await api.upload(holder, name, video)).data
  return api.linkTo(holder, id)
}
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.request(path, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a link to a work sample', () => {
  it('sends the file as a sandboxed download', async () => {
    const response = await get(await linkToVideo('Werk „1“.mp4'))
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '200000',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('Werk „1“.mp4')}`,
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
    })
    expect(response.headers.get('access-control-allow-origin')).toBeNull()
    expect((await bytesOf(response)).equals(video)).toBe(true)
  })

  it('shows an image in place, because we encoded it', async () => {
    const { id } = (await api.upload(holder, 'photo.JPG', await sampleImage('jpeg'))).data
    const response = await get(await api.linkTo(holder, id))
    expect(response.headers.get('content-disposition')).toBe("inline; filename*=UTF-8''photo.webp")
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(await metadataOf(await bytesOf(response))).toMatchObject({ format: 'webp' })
  })

  it('gives the file an extension that matches its content', async () => {
    const { data } = await api.upload(holder, 'plan.html', pdf(), { type: 'application/pdf' })
    const response = await get(await api.linkTo(holder, data.id))
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''plan.html.pdf")
  })

  it('is valid for five minutes', async () => {
    const { id } = (await api.upload(holder, 'bench.mp4', video)).data
    const { data } = await api.call('createSampleLink', { sampleId: id }, holder.how)
    expect(Date.parse(data.expiresAt) - api.clock.now()).toBe(5 * 60_000)
    const { pathname } = new URL(data.url)
    api.clock.advance(5 * 60_000 - 1)
    expect((await get(pathname)).status).toBe(200)
    api.clock.advance(1)
    expect((await get(pathname)).status).toBe(404)
  })

  it('is deleted once it expires', async () => {
    const rows = () => JSON.stringify(api.dumpDatabase())
    const path = await linkToVideo()
    const digest = api.services.secrets.digest(path.split('/').at(-1) ?? '')
    await purgeExpired(api.services)
    expect(rows()).toContain(digest)
    api.clock.advance(5 * 60_000)
    await purgeExpired(api.services)
    expect(rows()).not.toContain(digest)
  })

  it('ends with the file', async () => {
    const { id } = (await api.upload(holder, 'bench.mp4', video)).data
    const path = await api.linkTo(holder, id)
    await api.call('deleteWorkSample', { sampleId: id }, holder.how)
    expect((await get(path)).status).toBe(404)
  })

  it('is not created for an incomplete file', async () => {
    const { id } = (await api.start(holder, 'bench.mp4', video)).data
    const answer = await api.call('createSampleLink', { sampleId: id }, holder.how)
    expect(answer.body.code).toBe('work-sample-not-found')
  })

  it('is in no log and no table', async () => {
    const path = await linkToVideo()
    await get(path)
    const token = path.split('/').at(-1) ?? ''
    expect(api.logLines.join('')).toContain('/work-samples/:token')
    expect(api.logLines.join('')).not.toContain(token)
    expect(JSON.stringify(api.dumpDatabase())).not.toContain(token)
  })

  it('supports only GET and HEAD', async () => {
    const path = await linkToVideo()
    const head = await get(path, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '200000', ''])
    expect((await get(path, {}, 'POST')).status).toBe(405)
    expect((await get(path, {}, 'DELETE')).status).toBe(405)
  })

  it.each([
    '/work-samples/',
    `/work-samples/${'a'.repeat(43)}`,
    '/work-samples/..%2Fmembership.db',
    '/work-samples/a/b',
  ])('%s is invalid, and sends no CORS headers', async (path) => {
    const response = await get(path, { origin: 'https://shop.example' })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([404, null])
  })
})

describe('a video player', () => {
  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=65000-66000', 65_000, 66_000],
    ['bytes=199990-', 199_990, 199_999],
    ['bytes=-10', 199_990, 199_999],
    ['bytes=100000-999999999', 100_000, 199_999],
  ])('gets the part %s', async (range, first, last) => {
    const response = await get(await linkToVideo(), { range })
    expect([response.status, response.headers.get('content-range'), response.headers.get('content-length')]).toEqual([
      206,
      `bytes ${first}-${last}/200000`,
      String(last + 1 - first),
    ])
    expect((await bytesOf(response)).equals(video.subarray(first, last + 1))).toBe(true)
  })

  it('gets the size of the video', async () => {
    const response = await get(await linkToVideo(), { range: 'bytes=200000-' })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */200000'])
  })
})

describe('links to work samples', () => {
  it('are limited: 200 in a quarter of an hour, and so are tries of them', async () => {
    const limited = await openWorkSamples({ rateLimitFactor: 1 })
    const someone = await limited.holder()
    const { id } = (await limited.upload(someone, 'plan.pdf', pdf())).data
    const link = () => limited.call('createSampleLink', { sampleId: id }, someone.how)
    for (let count = 0; count < 200; count += 1) {
      if (count % 100 === 0) limited.clock.advance(31_000)
      expect((await link()).status).toBe(200)
    }
    expect((await link()).body.code).toBe('too-many-requests')
    const answers: number[] = []
    for (let count = 0; count < 201; count += 1)
      answers.push((await limited.request(`/work-samples/${'a'.repeat(43)}`, {}, '192.0.2.9')).status)
    expect([answers[199], answers[200]]).toEqual([404, 429])
    await limited.close()
  })
})
