import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi } from '../../../support/start-api'
import type { TestApi, TestApiOptions } from '../../../support/start-api'

const PATH = '/inspector-help.json'
const help = JSON.stringify([{ id: 'broken-plan-button', description: 'It joins nothing. '.repeat(40) }])
let folder: string
let api: TestApi

const start = async (options: TestApiOptions = {}) =>
  void (api = await startTestApi({ widgetFolder: folder, ...options }))
const get = (headers: Record<string, string> = {}, method = 'GET') => api.request(PATH, { method, headers })

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'membership-widget-'))
  writeFileSync(join(folder, 'inspector-help.json'), help)
})
afterEach(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

describe('/inspector-help.json', () => {
  it('is JSON for any origin', async () => {
    await start()
    const response = await get({ origin: 'https://page.example' })
    expect(await response.text()).toBe(help)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300, stale-while-revalidate=3600',
      vary: 'Accept-Encoding',
    })
  })

  it('is sent as brotli, and not again if unchanged', async () => {
    await start()
    const response = await get({ 'accept-encoding': 'br' })
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(help)
    const again = await get({ 'if-none-match': response.headers.get('etag') ?? '' })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  it('is the newest build in development, and asked for at every use while the build changes', async () => {
    await start({ rebuilds: true })
    expect((await get()).headers.get('cache-control')).toBe('no-cache')
    await api.close()
    await start()
    await get()
    writeFileSync(join(folder, 'inspector-help.json'), '[]')
    utimesSync(join(folder, 'inspector-help.json'), new Date(), new Date(Date.now() + 5_000))
    expect(await (await get()).json()).toEqual([])
  })

  it('answers HEAD, and no other method', async () => {
    await start()
    expect((await get({}, 'HEAD')).status).toBe(200)
    expect((await get({}, 'POST')).status).toBe(405)
  })

  it('is not there while nothing is built', async () => {
    rmSync(join(folder, 'inspector-help.json'))
    await start()
    expect((await get()).status).toBe(404)
  })
})
