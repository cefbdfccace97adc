import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gateTest } from '../../../contract/gated-paths'
import { chooseEncoding } from '../../../api/http/responses'
import { startTestApi } from '../../support/start-api'
import type { TestApi, TestApiOptions } from '../../support/start-api'

const script = `window.built = '${'one '.repeat(500)}'`
let folder: string
let api: TestApi

const start = async (options: TestApiOptions = {}) =>
  void (api = await startTestApi({ widgetFolder: folder, ...options }))
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  api.request(path, { method, headers })
/** What a script says about gated URLs, for its own tag. */
function broughtBy(text: string): unknown {
  const currentScript = {}
  const window = {}
  runInNewContext(text, { document: { currentScript }, window })
  expect(window).toEqual({ built: expect.stringContaining('one') })
  // Of another realm.
  return JSON.parse(JSON.stringify(Reflect.get(currentScript, 'memberstackGatedPages')))
}
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'membership-widget-'))
  writeFileSync(join(folder, 'membership.js'), script)
})
afterEach(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

describe('/membership.js', () => {
  it('is a script for any origin', async () => {
    await start()
    const response = await get('/membership.js')
    expect((await response.text()).endsWith(script)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300, stale-while-revalidate=3600',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    })
  })

  it('brings the gated URLs of the app that its URL names', async () => {
    await start()
    const own = await get('/membership.js?app=app_demo', { 'accept-encoding': 'br' })
    const text = brotliDecompressSync(await bytes(own)).toString()
    const brought = broughtBy(text)
    expect(brought).toMatchObject({ app: 'app_demo', groups: expect.arrayContaining([]) })
    const { data } = await (await api.request('/app', { headers: { 'x-app-id': 'app_demo' } })).json()
    const gated = data.contentGroups.filter(({ urls }: { urls: unknown[] }) => urls.length > 0)
    expect(gated.length).toBeGreaterThan(0)
    expect(Reflect.get(Object(brought), 'groups')).toEqual(
      gated.map(({ urls, redirect }: { urls: unknown; redirect: string }) => ({ urls, redirect })),
    )
    const again = await get('/membership.js?app=app_demo', { 'if-none-match': own.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect((await get('/membership.js')).headers.get('etag')).not.toBe(own.headers.get('etag'))
  })

  it('is the script of all apps for an unknown app', async () => {
    await start()
    const plain = await (await get('/membership.js')).text()
    for (const app of ['app_none', '', '</script>'])
      expect(await (await get(`/membership.js?app=${encodeURIComponent(app)}`)).text()).toBe(plain)
  })

  it('says where to expect a gate of any app, without naming apps and URLs', async () => {
    await start()
    const brought = broughtBy(await (await get('/membership.js')).text())
    const digests = new Set(String(Reflect.get(Object(brought), 'digests')).split(' '))
    const mayGate = gateTest('app_demo', digests)
    expect([mayGate?.('/members/'), mayGate?.('/pricing.html')]).toEqual([true, false])
    expect(gateTest('app_trusttag', digests)).toBeNull()
    expect(JSON.stringify(brought)).not.toMatch(/app_|members/)
  })

  it('brings a change of an app within ten seconds', async () => {
    await start()
    const open = broughtBy(await (await get('/membership.js')).text())
    const { definition } = await api.store.kysely
      .selectFrom('apps')
      .select('definition')
      .where('id', '=', 'app_demo')
      .executeTakeFirstOrThrow()
    const changed = JSON.stringify({ ...JSON.parse(definition), contentGroups: [] })
    await api.store.kysely.updateTable('apps').set({ definition: changed }).where('id', '=', 'app_demo').execute()
    expect(broughtBy(await (await get('/membership.js')).text())).toEqual(open)
    api.clock.advance(10_000)
    expect(broughtBy(await (await get('/membership.js')).text())).toEqual({ digests: '' })
  })

  it('brings no digests on a server with more than 100 apps, but still those of the app that its URL names', async () => {
    await start()
    const row = await api.store.kysely
      .selectFrom('apps')
      .selectAll()
      .where('id', '=', 'app_demo')
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: 100 }, (_, index) => ({
      ...row,
      id: `app_${index}`,
      testKey: `pk_sb_${index}`,
      liveKey: `pk_${index}`,
    }))
    await api.store.kysely.insertInto('apps').values(more).execute()
    expect(await (await get('/membership.js')).text()).toBe(script)
    expect(broughtBy(await (await get('/membership.js?app=app_99')).text())).toMatchObject({ app: 'app_demo' })
  })

  it.each(['/membership.js', '/membership.js?app=app_demo'])(
    'is served without the gated URLs if the database fails: %s',
    async (path) => {
      await start()
      await api.store.kysely.schema.alterTable('apps').renameTo('gone').execute()
      expect(await (await get(path)).text()).toBe(script)
    },
  )

  it('is compressed best once it is used', async () => {
    await start()
    const text = await (await get('/membership.js')).text()
    const best = brotliCompressSync(text)
    const read = async () => bytes(await get('/membership.js', { 'accept-encoding': 'br' }))
    expect(await read()).not.toEqual(best)
    for (let use = 0; use < 50; use += 1) await read()
    await expect.poll(read).toEqual(best)
  })

  it('is sent as brotli or gzip to clients that accept it', async () => {
    await start()
    const br = await get('/membership.js', { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(br.headers.get('content-encoding')).toBe('br')
    const plain = await (await get('/membership.js')).text()
    expect(brotliDecompressSync(await bytes(br)).toString()).toBe(plain)
    const gz = await get('/membership.js', { 'accept-encoding': 'gzip' })
    expect(gz.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await bytes(gz)).toString()).toBe(plain)
    expect(br.headers.get('etag')).not.toBe(gz.headers.get('etag'))
  })

  it('uses the precompressed file of the build', async () => {
    const packed = brotliCompressSync(script, { params: {} })
    writeFileSync(join(folder, 'membership.js.br'), packed)
    await start()
    expect(await bytes(await get('/membership@9.8.7.js', { 'accept-encoding': 'br' }))).toEqual(packed)
  })

  it.each(['stale', 'damaged'])('does not trust a %s precompressed file', async (kind) => {
    writeFileSync(join(folder, 'membership.js.br'), kind === 'stale' ? brotliCompressSync('old()') : 'no brotli')
    await start()
    const response = await get('/membership@9.8.7.js', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(await bytes(response)).toString()).toBe(script)
  })

  it.each<[string, (etag: string) => string]>([
    ['the ETag', (etag) => etag],
    ['its weak form, as proxies write it', (etag) => `W/${etag}`],
    ['one of a list', (etag) => `"x", ${etag}`],
    ['a star', () => '*'],
  ])('is not sent again to who has it, known by %s', async (_, header) => {
    await start()
    const etag = (await get('/membership.js', { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
    const response = await get('/membership.js', { 'accept-encoding': 'br', 'if-none-match': header(etag) })
    expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag])
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('answers HEAD, and no other method', async () => {
    await start()
    const head = await get('/membership.js', {}, 'HEAD')
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await get('/membership.js', {}, 'POST')).status).toBe(405)
  })

  it('is always the newest build in development', async () => {
    await start()
    const first = await get('/membership.js')
    writeFileSync(join(folder, 'membership.js'), 'second()')
    utimesSync(join(folder, 'membership.js'), new Date(), new Date(Date.now() + 5_000))
    const second = await get('/membership.js', { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([second.status, await second.text()]).toEqual([200, expect.stringMatching(/second\(\)$/)])
  })

  it('is revalidated at every use while the build changes', async () => {
    await start({ rebuilds: true })
    expect((await get('/membership.js')).headers.get('cache-control')).toBe('no-cache')
  })

  it('says what to do without a build, and is available after it', async () => {
    rmSync(join(folder, 'membership.js'))
    await start()
    const missing = await get('/membership.js')
    expect([missing.status, await missing.text()]).toEqual([503, expect.stringContaining('npm run build')])
    writeFileSync(join(folder, 'membership.js'), 'built()')
    expect(await (await get('/membership.js')).text()).toMatch(/built\(\)$/)
  })
})

describe('/membership@<version>.js', () => {
  it('never changes', async () => {
    await start()
    const response = await get('/membership@9.8.7.js')
    expect(await response.text()).toBe(script)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it.each(['9.8.6', '9.8.70', 'latest', ''])('is not there for the version %j', async (version) => {
    await start()
    expect((await get(`/membership@${version}.js`)).status).toBe(404)
  })
})

describe('chooseEncoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0,gzip;q=0', null],
    ['GZIP;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['gzip;q=1.0, br;q=0.1', 'br'],
    ['br;q=x', null],
  ])('%j → %j', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding)
  })
})
