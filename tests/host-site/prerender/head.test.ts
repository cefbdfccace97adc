import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import {
  documentTitle,
  indexedRoutes,
  type RouteName,
  routeNames,
  routes,
  sharedRoutes,
} from '../../../host-site/paths'
import { dataBlock, descriptions, headTags } from '../../../host-site/prerender/head'

function headOf(name: RouteName) {
  const { document } = new Window()
  document.write(`<!doctype html><html><head>${headTags(name).join('')}</head><body></body></html>`)
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? null
  return {
    document,
    named: (key: string) => content(`meta[name="${key}"]`),
    property: (key: string) => content(`meta[property="${key}"]`),
    canonical: document.querySelector('link[rel="canonical"]')?.getAttribute('href') ?? null,
    data: JSON.parse(document.querySelector('script[type="application/ld+json"]')?.textContent ?? 'null'),
  }
}

const hidden = routeNames.filter((name) => !indexedRoutes.includes(name))

describe('the head of a page', () => {
  it.each(routeNames)('has a unique title and description on %s, short enough for search engines', (name) => {
    const { document, named } = headOf(name)
    expect(document.title).toBe(documentTitle(name))
    expect(document.title.length).toBeLessThanOrEqual(60)
    const description = named('description') ?? ''
    expect(description.length).toBeGreaterThanOrEqual(50)
    expect(description.length).toBeLessThanOrEqual(160)
    for (const texts of [routeNames.map(documentTitle), Object.values(descriptions)])
      expect(new Set(texts).size).toBe(routeNames.length)
  })

  it('excludes only personal pages from search engines', () => {
    expect(hidden).toEqual(['profile', 'publicProfile', 'signup', 'login', 'forgotPassword', 'checkout', 'notFound'])
    for (const name of hidden.filter((one) => !sharedRoutes.includes(one))) {
      const { named, canonical, property, data } = headOf(name)
      expect([named('robots'), canonical, property('og:url'), data]).toEqual(['noindex', null, null, null])
    }
    for (const name of indexedRoutes) expect(headOf(name).named('robots')).toBeNull()
    const { named, property, data } = headOf('publicProfile')
    expect([named('robots'), property('og:url'), data]).toEqual(['noindex', 'http://localhost:4000/t', null])
  })

  it.each(sharedRoutes)('has the canonical URL and share data on %s', (name) => {
    const { named, property, canonical } = headOf(name)
    const address = `http://localhost:4000${routes[name].path}`
    const picture = name === 'home' ? 'home' : routes[name].path.slice(1)
    expect([canonical, property('og:url')]).toEqual([address, address])
    expect(property('og:title')).toBe(documentTitle(name))
    expect(property('og:description')).toBe(named('description'))
    expect(property('og:image')).toBe(`http://localhost:4000/og/${picture}.png`)
    expect([property('og:image:width'), property('og:image:height')]).toEqual(['1200', '630'])
    expect(property('og:image:alt')).toContain(routes[name].heading)
    expect([property('og:type'), property('og:site_name')]).toEqual(['website', 'TrustTag'])
    expect(named('twitter:card')).toBe('summary_large_image')
  })
})

describe('structured data', () => {
  const graphOf = (name: RouteName): Record<string, unknown>[] => headOf(name).data['@graph']
  const typesOf = (name: RouteName) => graphOf(name).map((thing) => thing['@type'])

  it('names the organization and its contact on the home page', () => {
    const [organization, website] = graphOf('home')
    expect(typesOf('home')).toEqual(['Organization', 'WebSite'])
    expect(organization).toMatchObject({
      name: 'TrustTag',
      contactPoint: { email: 'support@trusttag.example', telephone: '+13135550142' },
    })
    expect(website?.['publisher']).toEqual({ '@id': organization?.['@id'] })
  })

  it.each(indexedRoutes.filter((name) => name !== 'home'))('has breadcrumbs on %s', (name) => {
    expect(typesOf(name)).toEqual([name === 'contact' ? 'ContactPage' : 'WebPage', 'BreadcrumbList'])
    expect(graphOf(name)[1]?.['itemListElement']).toEqual([
      { '@type': 'ListItem', position: 1, name: 'TrustTag', item: 'http://localhost:4000/' },
      {
        '@type': 'ListItem',
        position: 2,
        name: routes[name].heading,
        item: `http://localhost:4000${routes[name].path}`,
      },
    ])
  })

  it('cannot be closed by a text in it', () => {
    const block = dataBlock({ name: '</script><script>alert(1)</script><!--' })
    expect(block.match(/</g)).toHaveLength(2)
    const { document } = new Window()
    document.write(`<head>${block}</head>`)
    expect(JSON.parse(document.querySelector('script')?.textContent ?? '')).toEqual({
      name: '</script><script>alert(1)</script><!--',
    })
  })
})
