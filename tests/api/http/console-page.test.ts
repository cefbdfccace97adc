import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { readConsoleAllow } from '../../../api/features/staff/settings'
import { ConfigError } from '../../../api/lib/settings'
import { startTestApi } from '../../support/start-api'
import type { TestApi, TestApiOptions } from '../../support/start-api'
import { tempFolder } from '../../support/temp-folder'

let api: TestApi | undefined
afterEach(() => api?.close())

const SCRIPT = 'export const answer = 42\n'

async function start(options: TestApiOptions = {}): Promise<TestApi> {
  const consoleFolder = tempFolder()
  mkdirSync(join(consoleFolder, 'assets'))
  for (const page of ['index.html', 'entrance.html', 'preview.html'])
    writeFileSync(join(consoleFolder, page), '<!doctype html><title>Console</title>')
  writeFileSync(join(consoleFolder, 'secret.txt'), 'secret')
  writeFileSync(join(consoleFolder, 'assets', 'main-a1B2.js'), SCRIPT)
  writeFileSync(join(consoleFolder, 'assets', 'main-a1B2.js.br'), brotliCompressSync(SCRIPT))
  api = await startTestApi({ consoleFolder, ...options })
  return api
}
const get = (path: string, headers: Record<string, string> = {}, address?: string) =>
  api!.request(path, { headers }, address)

describe('the page', () => {
  it('is the same for every route, never cached without a check, under the exact policy', async () => {
    await start()
    for (const path of ['/console', '/console/', '/console/setup', '/console/apps/app_demo/members']) {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('<title>Console</title>')
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(response.headers.get('access-control-allow-origin')).toBeNull()
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
      )
    }
    const etag = (await get('/console')).headers.get('etag') ?? ''
    expect((await get('/console', { 'if-none-match': etag })).status).toBe(304)
    expect((await api!.request('/console', { method: 'POST' })).status).toBe(405)
  })

  it('of the preview is for a frame of its own origin, and may show images from anywhere', async () => {
    await start()
    const policy = (await get('/console/preview')).headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'self';")
    expect(policy).toContain("img-src 'self' data: https: http:;")
    expect(policy).toContain("script-src 'self';")
    expect((await get('/console/preview/x')).headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('allows styles by hash that the build names, and nothing else from that file', async () => {
    const hash = `sha256-${'A'.repeat(43)}=`
    const consoleFolder = tempFolder()
    writeFileSync(join(consoleFolder, 'index.html'), '<!doctype html>')
    writeFileSync(join(consoleFolder, 'style-hashes.json'), JSON.stringify([hash, "x'; script-src *", 5]))
    api = await startTestApi({ consoleFolder })
    const policy = (await get('/console')).headers.get('content-security-policy')
    expect(policy).toContain(`style-src 'self' '${hash}';`)
    expect(policy).not.toContain('*')
  })

  it('answers 404 as JSON without a build', async () => {
    api = await startTestApi()
    const response = await get('/console')
    expect([response.status, await response.json()]).toEqual([
      404,
      { code: 'not-found', message: 'The console is not built. Run "npm run build".' },
    ])
  })
})

describe('assets', () => {
  it('are immutable and precompressed', async () => {
    await start()
    const packed = await get('/console/assets/main-a1B2.js', { 'accept-encoding': 'gzip, br' })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(Buffer.from(await packed.arrayBuffer())).toString()).toBe(SCRIPT)
    expect(packed.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    const plain = await get('/console/assets/main-a1B2.js', { 'accept-encoding': 'gzip' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(await plain.text()).toBe(SCRIPT)
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it.each(['missing-a1.js', '..%2fsecret.txt', '..%2f..%2fetc%2fpasswd', 'main-a1B2.js%00', 'main-a1B2.js.br', 'main'])(
    '404 for %s',
    async (name) => {
      await start()
      const response = await get(`/console/assets/${name}`)
      expect(response.status).toBe(404)
      expect(await response.text()).not.toContain('secret')
    },
  )
})

describe('the host', () => {
  const env = { PUBLIC_API_URL: 'https://api.example.test', SMTP_URL: 'smtp://a:b@mail.test:25' }

  it.each([
    ['api.example.test', 200],
    ['localhost:4001', 200],
    ['127.0.0.1:4001', 200],
    ['[::1]:4001', 200],
    ['evil.example', 421],
    ['api.example.test.evil.example', 421],
    ['api.example.test:8443', 421],
  ])('%s: %i', async (host, status) => {
    await start({ env })
    for (const path of ['/console', '/console/assets/main-a1B2.js', '/console/session/options'])
      expect((await get(path, { host, 'sec-fetch-site': 'same-origin' })).status).toBe(status)
  })

  it('needs https outside loopback', async () => {
    await start({ env: { ...env, PUBLIC_API_URL: 'http://intranet.example.test', HOST: '0.0.0.0' } })
    expect((await get('/console', { host: 'intranet.example.test' })).status).toBe(403)
  })

  it('a loopback name through a proxy is another host', async () => {
    await start({ env })
    expect((await get('/console', { host: 'localhost:4001', 'x-forwarded-for': '203.0.113.9' })).status).toBe(421)
  })
})

describe('settings', () => {
  it('CONSOLE=off: 404 for everything, and the cookie opens nothing', async () => {
    await start({ env: { CONSOLE: 'off' } })
    for (const path of ['/console', '/console/session/options', '/console/assets/main-a1B2.js'])
      expect((await get(path, { 'sec-fetch-site': 'same-origin' })).status).toBe(404)
    expect((await get('/admin/me', { cookie: 'console_session=x', 'sec-fetch-site': 'same-origin' })).status).toBe(404)
  })

  it('CONSOLE_ALLOW: only its addresses', async () => {
    await start({ env: { CONSOLE_ALLOW: '203.0.113.0/24, 2001:db8:1::/48' } })
    const statusOf = async (address: string) => (await get('/console', {}, address)).status
    expect(await statusOf('203.0.113.200')).toBe(200)
    expect(await statusOf('203.0.114.1')).toBe(403)
    expect(await statusOf('2001:db8:1:2::7')).toBe(200)
    expect(await statusOf('2001:db8:2::7')).toBe(403)
    expect(await statusOf('')).toBe(403)
  })

  it.each(['10.0.0.0/33', 'localhost', '10.0.0.0/8/8', '2001:db8::/96', '10.0.0.1/', ','])(
    'CONSOLE_ALLOW=%s is refused',
    (value) => {
      expect(() => readConsoleAllow(() => value)).toThrow(ConfigError)
    },
  )
})
