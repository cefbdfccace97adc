import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi } from '../../support/start-api'
import type { TestApi, TestApiOptions } from '../../support/start-api'

const content = 'the frames of a video'
const path = '/media/test-card.webm'
let folder: string
let api: TestApi

const start = async (options: TestApiOptions = {}) =>
  void (api = await startTestApi({ widgetFolder: folder, ...options }))
const get = (headers: Record<string, string> = {}, method = 'GET') => api.request(path, { method, headers })
const write = (text: string) => writeFileSync(join(folder, 'media', 'test-card.webm'), text)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'membership-widget-'))
  mkdirSync(join(folder, 'media'))
  write(content)
})
afterEach(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

describe('/media/test-card.webm', () => {
  it('is a video for any origin, with range requests', async () => {
    await start()
    const response = await get()
    expect([response.status, await response.text()]).toEqual([200, content])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/webm',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    })
  })

  it.each([
    ['bytes=0-3', 'the ', '0-3'],
    ['bytes=4-', content.slice(4), '4-20'],
    ['bytes=16-999', 'video', '16-20'],
    ['bytes=-5', 'video', '16-20'],
    ['bytes=-999', content, '0-20'],
  ])('sends the part %s', async (range, text, place) => {
    await start()
    const response = await get({ range })
    expect([response.status, await response.text()]).toEqual([206, text])
    expect(response.headers.get('content-range')).toBe(`bytes ${place}/21`)
  })

  it.each(['bytes=21-', 'bytes=99-100', 'bytes=-0'])('has no part %s', async (range) => {
    await start()
    const response = await get({ range })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */21'])
  })

  it.each(['bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,4-5', 'frames=0-1', 'nonsense'])(
    'sends the whole to who asks for %j',
    async (range) => {
      await start()
      const response = await get({ range })
      expect([response.status, await response.text()]).toEqual([200, content])
    },
  )

  it('sends a range of the caller’s version, and the whole of a newer one', async () => {
    await start()
    const etag = (await get()).headers.get('etag') ?? ''
    expect((await get({ range: 'bytes=0-3', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-3', 'if-range': '"another"' })).status).toBe(200)
  })

  it('is not sent again if unchanged, and is always the newest build in development', async () => {
    await start()
    const known = { 'if-none-match': (await get()).headers.get('etag') ?? '' }
    const again = await get(known)
    expect([again.status, await again.text()]).toEqual([304, ''])
    write('a newer one')
    utimesSync(join(folder, 'media', 'test-card.webm'), new Date(), new Date(Date.now() + 5_000))
    const newer = await get(known)
    expect([newer.status, await newer.text()]).toEqual([200, 'a newer one'])
  })

  it('is cached for a day outside development', async () => {
    await start({ development: false })
    expect((await get()).headers.get('cache-control')).toBe('public, max-age=86400')
  })

  it('answers HEAD, and no other method', async () => {
    await start()
    const head = await get({}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await get({}, 'POST')).status).toBe(405)
  })

  it('is not found before the build, like any other name', async () => {
    rmSync(join(folder, 'media'), { recursive: true })
    await start()
    expect((await get()).status).toBe(404)
    expect((await api.request('/media/other.webm')).status).toBe(404)
    mkdirSync(join(folder, 'media'))
    write(content)
    expect((await get()).status).toBe(200)
  })
})
