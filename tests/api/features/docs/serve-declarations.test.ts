import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

const types = `export interface MembershipClient {}\n${'/** Words. */\n'.repeat(100)}`
/** The test API's version. */
const VERSIONED = '/membership@9.8.7.d.ts'
let folder: string
let api: TestApi

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'membership-widget-'))
  writeFileSync(join(folder, 'membership.d.ts'), types)
  api = await startTestApi({ widgetFolder: folder, development: false })
})
afterEach(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

describe('/membership.d.ts', () => {
  it.each([
    ['/membership.d.ts', 'public, max-age=300, stale-while-revalidate=3600'],
    [VERSIONED, 'public, max-age=31536000, immutable'],
  ])('is text for any origin, cached as long as its script: %s', async (path, lifetime) => {
    const response = await api.request(path)
    expect(await response.text()).toBe(types)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': lifetime,
    })
  })

  it('is sent as brotli, and not again if unchanged', async () => {
    const response = await api.request('/membership.d.ts', { headers: { 'accept-encoding': 'br' } })
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(types)
    const headers = { 'if-none-match': response.headers.get('etag') ?? '' }
    expect((await api.request('/membership.d.ts', { headers })).status).toBe(304)
  })

  it('answers no other method, and no other version', async () => {
    expect((await api.request('/membership.d.ts', { method: 'POST' })).status).toBe(405)
    expect((await api.request('/membership@0.0.1.d.ts')).status).toBe(404)
  })

  it('is not there while nothing is built', async () => {
    await api.close()
    rmSync(join(folder, 'membership.d.ts'))
    api = await startTestApi({ widgetFolder: folder })
    expect((await api.request('/membership.d.ts')).status).toBe(404)
  })
})
