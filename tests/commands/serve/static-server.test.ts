import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createStaticServer } from '../../../commands/serve/static-server'
import { tempFolder } from '../../support/temp-folder'

const NOTHING = "default-src 'none'; frame-ancestors 'none'"

function setUp(notFound?: () => string) {
  const top = tempFolder()
  const folder = join(top, 'public')
  mkdirSync(join(folder, 'forms'), { recursive: true })
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(top, 'public-secrets'))
  writeFileSync(join(folder, 'index.html'), '<h1>Home</h1>')
  writeFileSync(join(folder, '404.html'), '<h1>Gone</h1>')
  writeFileSync(join(folder, 'forms/index.html'), '<h1>Forms</h1>')
  writeFileSync(join(folder, 'forms/signup.html'), '<h1>Signup</h1>')
  writeFileSync(join(folder, 'assets/site-12345678.js'), `// ${'x'.repeat(2_000)}`)
  writeFileSync(join(folder, '.env'), 'SECRET')
  writeFileSync(join(folder, 'sitemap.xml'), '<loc>a</loc>')
  writeFileSync(join(folder, 'robots.txt'), 'sitemap: b')
  writeFileSync(join(folder, 'style.css'), 'p { color: red }')
  writeFileSync(join(folder, 'mark.svg'), '<svg/>')
  writeFileSync(join(folder, 'data.unknown'), 'bytes')
  writeFileSync(join(top, 'secret.txt'), 'SECRET')
  writeFileSync(join(top, 'public-secrets/a.txt'), 'SECRET')
  symlinkSync(join(top, 'secret.txt'), join(folder, 'link.txt'))
  const server = createStaticServer({
    folder,
    transformText: (text) => text.toUpperCase(),
    answersFor: (hostname) => hostname === 'localhost',
    headersFor: (path) => (path.startsWith('/forms') ? { 'Content-Security-Policy': "default-src 'none'" } : {}),
    isImmutable: (path) => path.startsWith('/assets/'),
    ...(notFound && { notFound }),
  })
  const at = async (url: string, init?: RequestInit) => server.request(url, init)
  return { folder, at, get: (path: string, init?: RequestInit) => at(`http://localhost${path}`, init) }
}

describe('the server of static files', () => {
  it.each([
    ['/', '<H1>HOME</H1>'],
    ['/index.html', '<H1>HOME</H1>'],
    ['/forms', '<H1>FORMS</H1>'],
    ['/forms/', '<H1>FORMS</H1>'],
    ['/forms/signup', '<H1>SIGNUP</H1>'],
    ['/forms/signup.html?x=1', '<H1>SIGNUP</H1>'],
  ])('serves %s', async (path, body) => {
    const { get } = setUp()
    const answer = await get(path)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe(body)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e%2fpublic-secrets/a.txt',
    '/..%5csecret.txt',
    '/forms/%2e%2e/%2e%2e/secret.txt',
    '/link.txt',
    '/.env',
    '/%00',
    '/%E0%A4%A',
    '/nothing',
    '/forms/nothing/',
    '//etc/passwd',
  ])('returns 404 for %s', async (path) => {
    const answer = await setUp().get(path)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('SECRET')
  })

  it('serves its own page with 404 for unknown paths', async () => {
    const answer = await setUp(() => '404.html').get('/nothing')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toBe('<H1>GONE</H1>')
  })

  it('returns 304 for the current version, and the new file after a change', async () => {
    const { get, folder } = setUp()
    const etag = (await get('/')).headers.get('etag') ?? ''
    expect((await get('/', { headers: { 'If-None-Match': etag } })).status).toBe(304)
    writeFileSync(join(folder, 'index.html'), '<h1>Another home</h1>')
    const changed = await get('/', { headers: { 'If-None-Match': etag } })
    expect(changed.status).toBe(200)
    expect(await changed.text()).toBe('<H1>ANOTHER HOME</H1>')
  })

  it.each([
    ['/sitemap.xml', '<LOC>A</LOC>'],
    ['/robots.txt', 'SITEMAP: B'],
    ['/style.css', 'p { color: red }'],
    ['/mark.svg', '<svg/>'],
  ])('replaces URLs in documents only: %s', async (path, body) => {
    expect(await (await setUp().get(path)).text()).toBe(body)
  })

  it('serves only its own host names and echoes no other', async () => {
    const { at } = setUp()
    expect((await at('http://localhost:81/')).status).toBe(200)
    for (const path of ['/', '/nothing', '/assets/site-12345678.js']) {
      const answer = await at(`http://evil.example${path}`)
      expect(answer.status).toBe(421)
      expect(answer.headers.get('content-security-policy')).toBe(NOTHING)
      expect(JSON.stringify([await answer.text(), ...answer.headers])).not.toContain('evil')
    }
  })

  it('compresses for clients that accept it, with another ETag', async () => {
    const { get } = setUp()
    const plain = await get('/assets/site-12345678.js')
    const packed = await get('/assets/site-12345678.js', { headers: { 'Accept-Encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    expect(packed.headers.get('vary')).toBe('Accept-Encoding')
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    expect(brotliDecompressSync(await packed.arrayBuffer()).toString()).toBe(await plain.text())
    const refused = await get('/assets/site-12345678.js', { headers: { 'Accept-Encoding': 'br;q=0' } })
    expect(refused.headers.get('content-encoding')).toBeNull()
  })

  it('caches hashed files permanently', async () => {
    const answer = await setUp().get('/assets/site-12345678.js')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  })

  it('sends path headers only for their path', async () => {
    const { get } = setUp()
    expect((await get('/forms/')).headers.get('content-security-policy')).toBe("default-src 'none'")
    expect((await get('/')).headers.get('content-security-policy')).toBeNull()
  })

  it('serves unknown types as bytes', async () => {
    expect((await setUp().get('/data.unknown')).headers.get('content-type')).toBe('application/octet-stream')
  })

  it('serves HEAD without a body and refuses other methods', async () => {
    const { get } = setUp()
    const head = await get('/', { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const post = await get('/', { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    expect(post.headers.get('content-security-policy')).toBe(NOTHING)
  })
})
