import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi } from '../../support/start-api'
import type { TestApi, TestApiOptions } from '../../support/start-api'

const german = JSON.stringify({ login: 'Anmelden', long: 'sehr '.repeat(300) })
let folder: string
let api: TestApi

const start = async (options: TestApiOptions = {}) =>
  void (api = await startTestApi({ widgetFolder: folder, ...options }))
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.request(path, { method, headers })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'membership-widget-'))
  mkdirSync(join(folder, 'translations'))
  writeFileSync(join(folder, 'translations', 'de.json'), german)
  writeFileSync(join(folder, 'secret.json'), '{}')
})
afterEach(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

describe('/translations/<language>.json', () => {
  it('is JSON for any origin', async () => {
    await start()
    const response = await get('/translations/de.json', { origin: 'https://page.example' })
    expect(await response.text()).toBe(german)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300, stale-while-revalidate=3600',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
  })

  it('is sent as brotli, and not again if unchanged', async () => {
    await start()
    const response = await get('/translations/de.json', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(german)
    const again = await get('/translations/de.json', { 'if-none-match': response.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('is the newest build in development, and asked for at every use while the build changes', async () => {
    await start({ rebuilds: true })
    expect((await get('/translations/de.json')).headers.get('cache-control')).toBe('no-cache')
    await get('/translations/de.json')
    writeFileSync(join(folder, 'translations', 'de.json'), '{"login":"Los"}')
    utimesSync(join(folder, 'translations', 'de.json'), new Date(), new Date(Date.now() + 5_000))
    expect(await (await get('/translations/de.json')).json()).toEqual({ login: 'Los' })
  })

  it.each([
    '/translations/xx.json',
    '/translations/de',
    '/translations/',
    '/translations/../secret.json',
    '/translations/..%2fsecret.json',
    '/translations/a/de.json',
    '/translations/deu.json',
  ])('there is nothing else: %s', async (path) => {
    await start()
    expect((await get(path)).status).toBe(404)
  })

  it('answers HEAD, and no other method', async () => {
    await start()
    expect((await get('/translations/de.json', {}, 'HEAD')).status).toBe(200)
    expect((await get('/translations/de.json', {}, 'POST')).status).toBe(405)
  })
})
