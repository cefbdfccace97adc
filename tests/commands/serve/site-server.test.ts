import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createSiteServer } from '../../../commands/serve/sites'
import { tempFolder } from '../../support/temp-folder'

const urls = {
  site: 'https://www.trusttag.example',
  api: 'https://api.trusttag.example',
  demo: 'http://localhost:4002',
}

function setUp() {
  const folder = tempFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<link rel="canonical" href="http://localhost:4000/">')
  writeFileSync(join(folder, '404.html'), '<h1>Gone</h1>')
  writeFileSync(join(folder, 'sitemap.xml'), '<loc>http://localhost:4000/verify</loc>')
  writeFileSync(join(folder, 'robots.txt'), 'Sitemap: http://localhost:4000/sitemap.xml')
  writeFileSync(join(folder, 'assets/main-12345678.js'), 'fetch("http://localhost:4001")')
  const server = createSiteServer({ folder, urls, lookUps: () => null, trustProxyHops: 0 })
  return async (path: string, host = 'www.trusttag.example') => server.request(`https://${host}${path}`)
}

describe('the server of the TrustTag site', () => {
  it.each([
    ['/', '<link rel="canonical" href="https://www.trusttag.example/">'],
    ['/sitemap.xml', '<loc>https://www.trusttag.example/verify</loc>'],
    ['/robots.txt', 'Sitemap: https://www.trusttag.example/sitemap.xml'],
  ])('has the public URL in %s, whatever the request’s host', async (path, body) => {
    const get = setUp()
    expect(await (await get(path)).text()).toBe(body)
    expect(await (await get(path, 'live.localhost:4000')).text()).toBe(body)
  })

  it('does not change scripts, which are cached by name', async () => {
    const answer = await setUp()('/assets/main-12345678.js')
    expect(await answer.text()).toBe('fetch("http://localhost:4001")')
    expect(answer.headers.get('cache-control')).toContain('immutable')
  })

  it('sends its policy with every page, including not found', async () => {
    const get = setUp()
    for (const path of ['/', '/nothing']) {
      const policy = (await get(path)).headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self' https://api.trusttag.example;")
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe|\*|nonce/)
    }
  })

  it('serves only its own host name and loopback names', async () => {
    const get = setUp()
    expect((await get('/', 'evil.example')).status).toBe(421)
    expect((await get('/', 'localhost:4000')).status).toBe(200)
  })
})
