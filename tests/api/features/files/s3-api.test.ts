import { sweepFiles } from '../../../../api/features/accounts/profile'
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openS3Storage } from '../../../../api/features/files/s3-storage'
import { sweepWorkSamples } from '../../../../api/features/work-samples/upload'
import { openWorkSamples } from '../../../support/open-work-samples'
import type { Holder, WorkSampleApi } from '../../../support/open-work-samples'
import { metadataOf, sampleImage } from '../../../support/sample-images'
import { mp4, pdf } from '../../../support/sample-files'
import { startS3 } from '../../../support/s3/start-s3'
import type { S3Server } from '../../../support/s3/start-s3'

const HOUR_MS = 3_600_000

let server: S3Server
let api: WorkSampleApi
let holder: Holder
beforeAll(async () => {
  server = await startS3()
  api = await openWorkSamples({ services: openS3Storage(server.settings) })
})
afterAll(async () => {
  await api.close()
  await server.remove()
})
beforeEach(async () => void (holder = await api.holder()))
afterEach(() => server.empty())

const film = (bytes: number): Buffer<ArrayBuffer> => {
  const content = mp4(bytes)
  randomBytes(bytes - 6_000).copy(content, 6_000)
  return content
}
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.request(path, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const stand = async (sampleId: string) => (await api.call('getWorkSample', { sampleId }, holder.how)).data
const giveImage = async () => {
  const profileImage = new File([await sampleImage('png', 80, 60)], 'me.png', { type: 'image/png' })
  return api.call('updateProfileImage', { profileImage }, holder.how)
}

describe('work samples in a bucket', () => {
  it('arrive in parts, are checked, and are read in ranges across them', async () => {
    const video = film(2_600_000)
    const { data } = await api.upload(holder, 'bench.mp4', video, { partBytes: 1_000_000 })
    expect(data).toMatchObject({ status: 'ready', type: 'video/mp4', receivedBytes: 2_600_000 })
    const { digest } = (await api.store.workSamples.find(data.id))!
    expect(digest).toBe(createHash('sha256').update(video).digest('hex'))
    const path = await api.linkTo(holder, data.id)
    const whole = await get(path)
    expect([whole.status, whole.headers.get('content-length')]).toEqual([200, '2600000'])
    expect((await bytesOf(whole)).equals(video)).toBe(true)
    const part = await get(path, { range: 'bytes=999990-2000009' })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 999990-2000009/2600000'])
    expect((await bytesOf(part)).equals(video.subarray(999_990, 2_000_010))).toBe(true)
    expect((await bytesOf(await get(path, { range: 'bytes=-5' }))).equals(video.subarray(-5))).toBe(true)
    expect((await get(path, { range: 'bytes=2600000-' })).status).toBe(416)
    expect((await get(path, {}, 'HEAD')).headers.get('content-length')).toBe('2600000')
  })

  it('are refused by what their first part is, and leave nothing', async () => {
    const { id } = (await api.start(holder, 'bench.mp4', pdf(9_000))).data
    expect((await api.send(holder, id, 0, pdf(9_000).subarray(0, 5_000))).body.code).toBe('unsupported-file-type')
    expect(server.keys()).toEqual([])
  })

  it('are re-encoded if they are images, and only the result is kept', async () => {
    const { data } = await api.upload(holder, 'photo.jpg', await sampleImage('jpeg', 90, 60))
    expect(data).toMatchObject({ status: 'ready', type: 'image/webp' })
    const shown = await bytesOf(await get(await api.linkTo(holder, data.id)))
    expect(await metadataOf(shown)).toMatchObject({ format: 'webp', width: 90, height: 60 })
    const { file } = (await api.store.workSamples.find(data.id))!
    expect(server.keys()).toEqual([`work-samples/${file}/000000000000-${shown.length}`])
  })

  it('go on where they stand when the service was killed in the middle', async () => {
    const video = film(3_000_000)
    const { id } = (await api.start(holder, 'bench.mp4', video)).data
    await api.send(holder, id, 0, video.subarray(0, 1_000_000))
    await server.kill()
    const refused = await api.send(holder, id, 1_000_000, video.subarray(1_000_000, 2_000_000))
    expect([refused.status, refused.body]).toEqual([
      503,
      { code: 'service-unavailable', message: 'The service is temporarily unavailable. Please try again shortly.' },
    ])
    expect(await stand(id)).toMatchObject({ status: 'receiving', receivedBytes: 1_000_000 })
    await server.start()
    await api.send(holder, id, 1_000_000, video.subarray(1_000_000, 2_000_000))
    expect((await api.send(holder, id, 2_000_000, video.subarray(2_000_000))).data.status).toBe('ready')
    expect((await bytesOf(await get(await api.linkTo(holder, id)))).equals(video)).toBe(true)
  })

  it('whose parts the bucket lost go on where it ends', async () => {
    const video = film(2_500_000)
    const { id } = (await api.start(holder, 'bench.mp4', video)).data
    await api.send(holder, id, 0, video.subarray(0, 1_500_000))
    server.empty()
    expect((await api.send(holder, id, 1_500_000, video.subarray(1_500_000))).body.code).toBe('wrong-offset')
    expect((await stand(id)).receivedBytes).toBe(0)
    expect((await api.send(holder, id, 0, video)).data.status).toBe('ready')
  })

  it('are sent again in the same way when the service froze with the last part', async () => {
    const video = film(1_500_000)
    const { id } = (await api.start(holder, 'bench.mp4', video)).data
    await api.send(holder, id, 0, video.subarray(0, 1_000_000))
    const patient = { ...api.services.uploads }
    Object.assign(api.services.uploads, openS3Storage(server.settings, { connectMs: 1_000, answerMs: 1_000 }).uploads)
    server.freeze()
    try {
      expect((await api.send(holder, id, 1_000_000, video.subarray(1_000_000))).body.code).toBe('service-unavailable')
    } finally {
      server.thaw()
      Object.assign(api.services.uploads, patient)
    }
    expect((await api.send(holder, id, 1_000_000, video.subarray(1_000_000))).data.status).toBe('ready')
    const { digest } = (await api.store.workSamples.find(id))!
    expect(digest).toBe(createHash('sha256').update(video).digest('hex'))
  })

  it('are not complete before the bucket shows all of them', async () => {
    const video = film(9_000)
    const { id } = (await api.start(holder, 'bench.mp4', video)).data
    vi.spyOn(api.services.uploads, 'size').mockResolvedValueOnce(8_000)
    const early = await api.send(holder, id, 0, video)
    expect([early.status, early.body.code]).toEqual([503, 'service-unavailable'])
    expect(await stand(id)).toMatchObject({ status: 'receiving', receivedBytes: 0 })
    expect((await api.send(holder, id, 0, video)).data.status).toBe('ready')
  })

  it('are deleted with their member, with the image, and other members keep theirs', async () => {
    const other = await api.holder()
    await api.upload(other, 'plan.pdf', pdf())
    const staying = server.keys()
    await api.upload(holder, 'plan.pdf', pdf())
    await giveImage()
    expect(server.keys()).toHaveLength(3)
    expect((await api.call('deleteMember', {}, holder.how)).status).toBe(200)
    expect(server.keys()).toEqual(staying)
  })
})

describe('profile images in a bucket', () => {
  it('are served and replaced, and the previous one is deleted', async () => {
    const [first, second] = [(await giveImage()).data.profileImage, (await giveImage()).data.profileImage]
    expect((await get(new URL(first).pathname)).status).toBe(404)
    const shown = await get(new URL(second).pathname)
    expect(await metadataOf(await bytesOf(shown))).toMatchObject({ format: 'webp' })
    expect(server.keys()).toEqual([`files/${second.split('/').at(-1)}`])
  })

  it('are not half changed while the service is away, and can be sent again', async () => {
    const before = (await giveImage()).data.profileImage
    await server.kill()
    expect((await giveImage()).body.code).toBe('service-unavailable')
    const { status, body } = await api.call('getMember', {}, holder.how)
    expect([status, body.data]).toMatchObject([200, { profileImage: before }])
    expect((await get(new URL(before).pathname)).status).toBe(503)
    await server.start()
    expect((await get(new URL(before).pathname)).status).toBe(200)
    expect((await giveImage()).status).toBe(200)
  })
})

it('orphans are swept from the bucket, and nothing else', async () => {
  await giveImage()
  await api.upload(holder, 'plan.pdf', pdf())
  const used = server.keys()
  const lost = `${'a'.repeat(32)}.webp`
  await api.services.files.put(lost, Buffer.from('x'))
  await api.services.uploads.write(lost, 0, Buffer.from('x'))
  const later = (ms: number) => ({ ...api.services, clock: { now: () => Date.now() + ms } })
  for (const services of [later(0), later(2 * HOUR_MS)]) {
    expect(server.keys()).toHaveLength(4)
    await Promise.all([sweepFiles(services), sweepWorkSamples(services)])
  }
  expect(server.keys()).toEqual(used)
})

it('neither answers nor the log name the bucket’s key, its secret or an object', () => {
  expect(api.logLines.join('')).toContain('S3 ListObjectsV2: ECONNREFUSED')
  expect(api.logLines.join('')).not.toMatch(/TESTKEY|TESTSECRET|work-samples\/[\da-f]{32}|signature/iu)
})
