import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { createLocalUploads } from '../../../../api/features/files/local'
import { openWorkSamples } from '../../../support/open-work-samples'
import type { Holder, WorkSampleApi } from '../../../support/open-work-samples'
import { mp4, pdf } from '../../../support/sample-files'

let api: WorkSampleApi
let holder: Holder
let isDiskFull = false
/** What happens elsewhere between the write to disk and to the database. */
let afterWrite = async (): Promise<void> => {}

beforeAll(async () => {
  api = await openWorkSamples()
  // The same folder, on a disk that the test can fill.
  const folder = join(api.folder, 'work-samples')
  const uploads = createLocalUploads({ folder, diskSpace: async () => ({ free: isDiskFull ? 0 : 1e12, total: 1e12 }) })
  const write: typeof uploads.write = async (...part) => {
    const held = await uploads.write(...part)
    await afterWrite()
    return held
  }
  Object.assign(api.services.uploads, uploads, { write })
})
afterAll(() => api.close())
beforeEach(async () => {
  isDiskFull = false
  afterWrite = async () => {}
  holder = await api.holder()
})

const begin = async (content: Uint8Array<ArrayBuffer>, name = 'bench.mp4') =>
  (await api.start(holder, name, content)).data.id
const row = async (id: string) => (await api.store.workSamples.find(id))!
const onDisk = async (id: string) => readFileSync(join(api.folder, 'work-samples', (await row(id)).file))
const stand = async (sampleId: string) => (await api.call('getWorkSample', { sampleId }, holder.how)).data

describe('a work sample', () => {
  it('is sent in parts, and complete with the last one', async () => {
    const video = mp4(10_000)
    video.write('the end', 9_990)
    const id = await begin(video)
    const first = (await api.send(holder, id, 0, video.subarray(0, 6_000))).data
    expect(first).toMatchObject({ status: 'receiving', sizeBytes: 10_000, receivedBytes: 6_000 })
    const last = (await api.send(holder, id, 6_000, video.subarray(6_000))).data
    expect(last).toEqual({
      id,
      fingerprint: null,
      name: 'bench.mp4',
      type: 'video/mp4',
      sizeBytes: 10_000,
      receivedBytes: 10_000,
      status: 'ready',
      createdAt: new Date(api.clock.now()).toISOString(),
    })
    expect((await onDisk(id)).equals(video)).toBe(true)
    expect((await row(id)).digest).toBe(createHash('sha256').update(video).digest('hex'))
  })

  it('resumes after an interruption, also after repeated parts', async () => {
    const video = mp4(10_000)
    const id = await begin(video)
    await api.send(holder, id, 0, video.subarray(0, 5_000))
    // The response was lost: the repeated part is refused and changes nothing.
    expect((await api.send(holder, id, 0, video.subarray(0, 5_000))).body.code).toBe('wrong-offset')
    expect((await api.send(holder, id, 7_000, video.subarray(7_000))).body.code).toBe('wrong-offset')
    const { receivedBytes } = await stand(id)
    expect(receivedBytes).toBe(5_000)
    expect((await api.send(holder, id, receivedBytes, video.subarray(receivedBytes))).data.status).toBe('ready')
    expect((await onDisk(id)).equals(video)).toBe(true)
    expect((await api.send(holder, id, 5_000, video.subarray(5_000))).body.code).toBe('wrong-offset')
  })

  it('sent from two tabs in parallel stores every part once', async () => {
    const video = mp4(9_000)
    const id = await begin(video)
    const both = () => Promise.all([0, 1].map(() => api.send(holder, id, 0, video.subarray(0, 6_000))))
    expect(new Set((await both()).map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await api.send(holder, id, 6_000, video.subarray(6_000))).data.status).toBe('ready')
    expect((await onDisk(id)).equals(video)).toBe(true)
  })

  it('written by another process in parallel is left to that one', async () => {
    const video = mp4(9_000)
    const id = await begin(video)
    afterWrite = async () => {
      await api.store.workSamples.advance(id, 0, { receivedBytes: 6_000, changedAt: api.clock.now() })
    }
    expect((await api.send(holder, id, 0, video.subarray(0, 6_000))).body.code).toBe('wrong-offset')
    expect((await stand(id)).receivedBytes).toBe(6_000)
  })

  it('refuses more bytes than announced, and an empty part', async () => {
    const id = await begin(pdf(5_000), 'plan.pdf')
    expect((await api.send(holder, id, 0, pdf(5_001))).body.code).toBe('invalid-field-value')
    expect((await api.send(holder, id, 0, new Uint8Array())).body.code).toBe('required-field-missing')
    const how = { ...holder.how }
    const call = (offset: string) => api.call('sendWorkSample', { sampleId: id, offset, content: pdf(5_000) }, how)
    for (const offset of ['', '-1', '1.5', '1e3', '9'.repeat(12)])
      expect((await call(offset)).body.code).toBe('invalid-field-value')
    expect((await stand(id)).receivedBytes).toBe(0)
  })

  it('refuses a part above four megabytes', async () => {
    const id = await begin(mp4(5_000_000))
    expect((await api.send(holder, id, 0, mp4(4_000_001))).body.code).toBe('request-too-large')
    expect((await api.send(holder, id, 0, mp4(4_000_000))).data.receivedBytes).toBe(4_000_000)
  })

  it('on a full disk stores no partial part, and resumes later', async () => {
    const video = mp4(10_000)
    const id = await begin(video)
    await api.send(holder, id, 0, video.subarray(0, 5_000))
    isDiskFull = true
    const refused = await api.send(holder, id, 5_000, video.subarray(5_000))
    expect([refused.status, refused.body.code]).toEqual([503, 'service-unavailable'])
    expect([(await stand(id)).receivedBytes, (await onDisk(id)).length]).toEqual([5_000, 5_000])
    isDiskFull = false
    expect((await api.send(holder, id, 5_000, video.subarray(5_000))).data.status).toBe('ready')
  })

  it.each([
    ['shorter', (path: string) => truncateSync(path, 3_000), 3_000],
    ['gone', (path: string) => rmSync(path), 0],
  ] as const)('with a file %s than the database says resumes where the file ends', async (_, damage, length) => {
    const video = mp4(10_000)
    const id = await begin(video)
    await api.send(holder, id, 0, video.subarray(0, 6_000))
    damage(join(api.folder, 'work-samples', (await row(id)).file))
    expect((await api.send(holder, id, 6_000, video.subarray(6_000))).body.code).toBe('wrong-offset')
    expect((await stand(id)).receivedBytes).toBe(length)
    expect((await api.send(holder, id, length, video.subarray(length))).data.status).toBe('ready')
    expect((await onDisk(id)).equals(video)).toBe(true)
  })

  it('deleted during a part is gone, with its file', async () => {
    const video = mp4(9_000)
    const before = api.files()
    const id = await begin(video)
    const [sent, removed] = await Promise.all([
      api.send(holder, id, 0, video),
      api.call('deleteWorkSample', { sampleId: id }, holder.how),
    ])
    expect([sent.status === 200 || sent.body.code === 'work-sample-not-found', removed.status]).toEqual([true, 200])
    const other = await begin(video)
    afterWrite = () => api.store.workSamples.delete(other)
    expect((await api.send(holder, other, 0, video.subarray(0, 6_000))).body.code).toBe('work-sample-not-found')
    expect(api.files()).toEqual(before)
  })
})
