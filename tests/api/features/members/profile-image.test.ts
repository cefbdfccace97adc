import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callHeaders, startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'
import { metadataOf, sampleImage, imageOfBytes } from '../../../support/sample-images'

let api: TestApi
let token: string
beforeEach(async () => {
  api = await startTestApi()
  token = (await api.call('signup', { email: 'ann@example.com', password: 'long enough' })).data.tokens.accessToken
})
afterEach(() => api.close())

const fileOf = (content: Uint8Array<ArrayBuffer>, name = 'me.png', type = 'image/png') =>
  new File([content], name, { type })
const upload = async (content: Uint8Array<ArrayBuffer>, name?: string, type?: string) =>
  api.call('updateProfileImage', { profileImage: fileOf(content, name, type) }, { token })
const kept = () => readdirSync(join(api.folder, 'files'))
const imageOfAnn = async () => (await api.call('getMember', {}, { token })).data?.profileImage
const get = (address: string, init?: RequestInit) => api.request(new URL(address).pathname, init)

describe('a profile image', () => {
  it('is kept under an address of its own, which every answer about the member then has', async () => {
    const answer = await upload(await sampleImage('png', 600, 800))
    const { profileImage } = answer.data
    expect(profileImage).toMatch(/^http:\/\/localhost:4001\/files\/[\da-f]{32}\.webp$/u)
    expect(answer.body.message).toBe('Your profile image has been updated.')
    expect(await imageOfAnn()).toBe(profileImage)
    const shown = await get(profileImage)
    expect(shown.status).toBe(200)
    expect(await metadataOf(new Uint8Array(await shown.arrayBuffer()))).toMatchObject({ format: 'webp', width: 512 })
  })

  it('is detected by its content, not by its name and type', async () => {
    expect((await upload(await sampleImage('jpeg'), 'page.html', 'text/html')).status).toBe(200)
    const { status, body } = await upload(Buffer.from('<script>alert(1)</script>'), 'me.png', 'image/png')
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'invalid-file-type', message: 'File is not an image.' },
    })
  })

  it('may have 4,000,000 bytes, but not one more', async () => {
    expect((await upload(await imageOfBytes(4_000_000))).status).toBe(200)
    const { status, body } = await upload(await imageOfBytes(4_000_001))
    expect({ status, body }).toEqual({
      status: 413,
      body: { code: 'file-size-too-large', message: 'Image must be less than 4MB.' },
    })
    expect((await upload(await imageOfBytes(9_000_000))).body.code).toBe('file-size-too-large')
  })

  it('replaces the previous image, whose file is deleted', async () => {
    const first = (await upload(await sampleImage('png'))).data.profileImage
    const second = (await upload(await sampleImage('png'))).data.profileImage
    expect(second).not.toBe(first)
    expect((await get(first)).status).toBe(404)
    expect(kept()).toEqual([second.split('/').at(-1)])
  })

  it('of several sent at once leaves one, the one the member has', async () => {
    const content = await sampleImage('png')
    const sent = await Promise.all([upload(content), upload(content)])
    expect(sent.map(({ status }) => status)).toEqual([200, 200])
    expect(kept()).toEqual([(await imageOfAnn())?.split('/').at(-1)])
  })

  it('goes when the member takes it away, and taking it away twice is no error', async () => {
    await upload(await sampleImage('png'))
    expect((await api.call('deleteProfileImage', {}, { token })).data).toEqual({ profileImage: null })
    expect((await api.call('deleteProfileImage', {}, { token })).data).toEqual({ profileImage: null })
    expect(await imageOfAnn()).toBeNull()
    expect(kept()).toEqual([])
  })

  it('goes with the member', async () => {
    await upload(await sampleImage('png'))
    await api.call('deleteMember', {}, { token })
    expect(kept()).toEqual([])
  })

  it('stays when a new one is refused', async () => {
    const { profileImage } = (await upload(await sampleImage('png'))).data
    await upload(Buffer.from('no picture'))
    expect(await imageOfAnn()).toBe(profileImage)
    expect((await get(profileImage)).status).toBe(200)
  })

  it('keeps its file when the API gets another address', async () => {
    const name = (await upload(await sampleImage('png'))).data.profileImage.split('/').at(-1)
    const [row] = api.dumpDatabase()['members'] ?? []
    expect(row).toMatchObject({ profile_image: name })
  })
})

describe('the address of a stored image', () => {
  it('is served to any page, cached forever, usable only as an image', async () => {
    const { profileImage } = (await upload(await sampleImage('png'))).data
    const { headers } = await get(profileImage)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    const again = await get(profileImage, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
    expect({ status: again.status, body: await again.text() }).toEqual({ status: 304, body: '' })
    expect((await get(profileImage, { method: 'HEAD' })).status).toBe(200)
    expect((await get(profileImage, { method: 'DELETE' })).status).toBe(405)
    expect(await imageOfAnn()).toBe(profileImage)
  })

  it.each([
    '/files/',
    `/files/${'0'.repeat(32)}.webp`,
    '/files/..%2Fmembership.db',
    '/files/%2e%2e/membership.db',
    '/files/a/b.webp',
    `/files/${'0'.repeat(32)}.webp.part`,
  ])('%s is not found, and not cached', async (path) => {
    const response = await api.request(path)
    expect({ status: response.status, cache: response.headers.get('cache-control') }).toEqual({
      status: 404,
      cache: 'no-store',
    })
  })
})

describe('uploads without end', () => {
  it('end: 20 in 15 minutes', async () => {
    const limited = await startTestApi({ rateLimitFactor: 1 })
    const account = await limited.call('signup', { email: 'ann@example.com', password: 'long enough' })
    const how = { token: account.data.tokens.accessToken }
    const send = () => limited.call('updateProfileImage', { profileImage: fileOf(Buffer.from('no picture')) }, how)
    for (let count = 0; count < 20; count += 1) expect((await send()).body.code).toBe('invalid-file-type')
    expect((await send()).body.code).toBe('too-many-requests')
    limited.clock.advance(15 * 60_000)
    expect((await send()).body.code).toBe('invalid-file-type')
    await limited.close()
  })

  it('are limited: a member’s third image at a time must retry later', async () => {
    const pending: ReadableStreamDefaultController<Uint8Array>[] = []
    let read = 0
    const slowly = () => {
      const body = new ReadableStream<Uint8Array>(
        { start: (controller) => void pending.push(controller), pull: () => void (read += 1) },
        { highWaterMark: 0 },
      )
      const headers = { ...callHeaders({ token }, false), 'content-type': 'multipart/form-data; boundary=x' }
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
      return api.request('/member/profile-image', init)
    }
    const two = [slowly(), slowly()]
    await expect.poll(() => read).toBe(2)
    expect((await upload(await sampleImage('png'))).body.code).toBe('too-many-requests')
    for (const controller of pending) controller.close()
    expect((await Promise.all(two)).map(({ status }) => status)).toEqual([400, 400])
    expect((await upload(await sampleImage('png'))).status).toBe(200)
  })
})
