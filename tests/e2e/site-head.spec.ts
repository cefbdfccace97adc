import { indexedRoutes, routes } from '../../host-site/paths'
import { arrive } from './arrive'
import { expect, test } from './product-test'
import { slow } from './slow-tier'

const SHARED = { width: 1200, height: 630 }

test('every indexed page has title, image and data, within the policy', slow, async ({ page, urls, request }) => {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      // oxlint-disable-next-line no-console -- a message fails the journey
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  for (const name of indexedRoutes) {
    const address = urls.site + routes[name].path
    await arrive(page, address)
    await expect(page.locator('link[rel=canonical]'), name).toHaveAttribute('href', address)
    const picture = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? ''
    expect(picture).toContain(`${urls.site}/og/`)
    const answer = await request.get(picture)
    expect(answer.headers()['content-type']).toBe('image/png')
    const body = await answer.body()
    expect({ width: body.readUInt32BE(16), height: body.readUInt32BE(20) }).toEqual(SHARED)
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(JSON.stringify(data)).not.toContain('localhost:4000')
    expect(JSON.stringify(data)).toContain(`"${address}"`)
  }
})

test('crawlers find the site map from robots.txt and every page from the site map', async ({ request, urls }) => {
  const robots = await (await request.get(`${urls.site}/robots.txt`)).text()
  const map = /Sitemap: (\S+)/.exec(robots)?.[1] ?? ''
  expect(map).toBe(`${urls.site}/sitemap.xml`)
  const answer = await request.get(map)
  expect(answer.headers()['content-type']).toBe('application/xml; charset=utf-8')
  const addresses = [...(await answer.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
  expect(addresses.length).toBeGreaterThan(indexedRoutes.length + 140)
  const skills = addresses.filter((address) => address.includes('/skills/'))
  for (const address of [
    ...addresses.slice(0, indexedRoutes.length),
    ...skills.filter((_, index) => index % 30 === 0),
  ]) {
    const found = await request.get(address)
    expect(found.status(), address).toBe(200)
    expect(await found.text()).not.toContain('noindex')
  }
})

test('only the site and its API receive requests', slow, async ({ page, urls }) => {
  const asked = new Set<string>()
  page.on('request', (one) => asked.add(new URL(one.url()).origin))
  for (const name of indexedRoutes) await arrive(page, urls.site + routes[name].path)
  expect([...asked].toSorted()).toEqual([urls.site, urls.api].toSorted())
})
