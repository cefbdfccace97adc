import { html } from 'hono/html'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/lib/errors'
import { layout, ofApp } from '../../../api/http/page-kit'
import type { Page, PageRequest } from '../../../api/http/page-kit'
import { startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

const branded = {
  name: 'Branded',
  branding: {
    colors: {
      lightMode: { primaryButton: '#0b5750', primaryButtonText: '#ffffff' },
      // White on yellow is not readable.
      darkMode: { primaryButton: '#ffff00', primaryButtonText: '#ffffff' },
    },
  },
}

let api: TestApi
let seen: PageRequest[]
beforeEach(async () => {
  seen = []
  const echo: Page = async (_, request) => {
    seen.push(request)
    return layout({ title: 'Echo', appName: 'Demo <b>', content: html`<p>${request.form?.get('name') ?? ''}</p>` })
  }
  api = await startTestApi({
    rateLimitFactor: 1,
    pages: {
      forms: {
        '/account/echo': echo,
        '/account/of/:name': echo,
        '/account/branded': () => layout({ title: 'Branded', content: html``, ...ofApp(branded) }),
        '/account/refused': () => Promise.reject(new ApiError('invalid-reset-code')),
        '/account/busy': () => Promise.reject(new ApiError('too-many-requests', { retryAfterSeconds: 9 })),
        '/account/broken': () => Promise.reject(new Error('secret detail')),
      },
      views: {},
      scripts: {},
    },
  })
})
afterEach(() => api.close())

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const post = (body: BodyInit, headers: Record<string, string> = form) =>
  api.request('/account/echo', { method: 'POST', body, headers })

describe('the colors of an app', () => {
  it('are in the style sheet of its pages, if their text is readable', async () => {
    const page = await (await api.request('/account/branded')).text()
    const [, address = ''] = /href="(\/hosted-pages\.css[^"]*)"/u.exec(page) ?? []
    expect(address).toBe('/hosted-pages.css?light=0b5750-ffffff')
    const sheet = await (await api.request(address)).text()
    expect(sheet).toContain('--accent: #0b5750;')
  })

  it.each(['light=red-blue', 'light=0b5750-0b5751', 'light=0b5750;}*{-ffffff', 'dark=%7B-%7D'])(
    'with the query %s leave the style sheet as it is',
    async (query) => {
      const plain = await (await api.request('/hosted-pages.css')).text()
      expect((await (await api.request(`/hosted-pages.css?${query}`)).text()).trim()).toBe(plain.trim())
    },
  )
})

describe('a hosted page', () => {
  it('gets its URL and no form for a GET', async () => {
    await api.request('/account/echo?token=abc', {}, '::ffff:192.0.2.8')
    expect(seen).toEqual([
      {
        method: 'GET',
        url: expect.any(URL),
        parameters: {},
        form: null,
        cookie: null,
        referer: null,
        isSpeculative: false,
        ipAddress: '192.0.2.8',
      },
    ])
    expect(seen[0]?.url.searchParams.get('token')).toBe('abc')
  })

  it('gets the parameters of its path and the page that led to it', async () => {
    await api.request('/account/of/a%20b', { headers: { referer: 'https://site.example/' } })
    expect(seen[0]).toMatchObject({ parameters: { name: 'a b' }, referer: 'https://site.example/' })
  })

  it.each<[string, RequestInit]>([
    ['a scanner asks for the headers alone', { method: 'HEAD' }],
    ['a browser fetches ahead', { headers: { 'sec-purpose': 'prefetch' } }],
    ['a browser renders ahead', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['an older browser fetches ahead', { headers: { purpose: 'prefetch' } }],
    ['Safari draws a preview', { headers: { 'x-purpose': 'preview' } }],
    ['Firefox fetches ahead', { headers: { 'x-moz': 'prefetch' } }],
  ])('knows when no person has opened it yet: %s', async (_, init) => {
    await api.request('/account/echo', init)
    expect(seen).toMatchObject([{ method: 'GET', isSpeculative: true }])
  })

  it('gets the fields of a submitted form, and escapes its output', async () => {
    const page = await (await post('name=%3Cimg+src%3Dx%3E&token=abc')).text()
    expect(seen[0]?.form?.get('token')).toBe('abc')
    expect(page).toContain('<p>&lt;img src=x&gt;</p>')
    expect(page).toContain('Demo &lt;b&gt;')
  })

  it('does not leak the token in its URL, and cannot be framed or scripted', async () => {
    const { headers } = await api.request('/account/echo?token=abc')
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
    const policy = headers.get('content-security-policy')?.split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "style-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
      ]),
    )
    expect(policy?.join()).not.toContain('script-src')
  })

  it('takes GET and POST only', async () => {
    const response = await api.request('/account/echo', { method: 'DELETE' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS'])
  })
})

describe('a form is refused', () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  it.each<[string, Record<string, string>]>([
    ['from another site', { ...type, 'sec-fetch-site': 'cross-site' }],
    ['from another port of this host', { ...type, 'sec-fetch-site': 'same-site', origin: 'http://localhost:4002' }],
    ['from another origin by an older browser', { ...type, origin: 'https://evil.example' }],
    ['from an opaque origin by an older browser', { ...type, origin: 'null' }],
  ])('%s', async (_, headers) => {
    const response = await post('name=x', headers)
    expect([response.status, seen]).toEqual([403, []])
    expect(await response.text()).toContain('role="alert"')
  })

  it('when it is too large, with or without a declared length', async () => {
    expect((await post(`name=${'x'.repeat(20_000)}`)).status).toBe(413)
    expect((await post(`name=${'x'.repeat(20_000)}`, { ...form, 'content-length': '9' })).status).toBe(413)
    expect(seen).toEqual([])
  })

  it('when its body is not a form', async () => {
    expect((await post('{"name":"x"}', { ...form, 'content-type': 'application/json' })).status).toBe(415)
  })
})

describe('a form is accepted', () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  it.each<[string, Record<string, string>]>([
    ['by an older browser from our public origin', { ...type, origin: 'http://localhost:4001' }],
    ['from our own page, whose referrer policy makes its origin null', { ...form, origin: 'null' }],
    ['without a browser', type],
  ])('%s', async (_, headers) => {
    expect((await post('name=x', headers)).status).toBe(200)
  })
})

describe('an error on a hosted page', () => {
  it('is a page that explains the error', async () => {
    const response = await api.request('/account/refused')
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    expect(await response.text()).toContain('This code is wrong or has expired.')
    expect(response.headers.get('content-security-policy')).toContain("style-src 'self'")
  })

  it('says when to retry', async () => {
    const response = await api.request('/account/busy')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '9'])
  })

  it('reveals nothing about the cause, and logs it', async () => {
    const response = await api.request('/account/broken')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secret detail')
    const line = api.logLines.find((one) => one.includes('secret detail')) ?? '{}'
    expect(JSON.parse(line).requestId).toBe(response.headers.get('x-request-id'))
  })

  it('is shown when one IP address makes too many requests', async () => {
    const responses = await Promise.all(Array.from({ length: 201 }, () => api.request('/account/echo')))
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})
