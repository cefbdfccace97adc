import { beforeEach, describe, expect, it } from 'vitest'
import { carried, locationOf, openApiWithWindow, OURS, PUBLISHED, SITE } from './open-window'
import type { ProviderWindow } from './open-window'

let window: ProviderWindow
beforeEach(async () => void (window = await openApiWithWindow()))

const google = { ...OURS, provider: 'google' }
const twice = (value: unknown) => encodeURIComponent(JSON.stringify(value))

/** The stored flow that a page began. */
async function noted(page: { headers: Headers }) {
  const state = new URL(locationOf(page) ?? '').searchParams.get('state') ?? ''
  return window.store.providerFlows.find(window.services.secrets.digest(state), window.clock.now())
}

const codeOf = (html: string): unknown => Object(carried(html)?.answer['error']).code

describe('the first page', () => {
  it('redirects to the provider, with a secret that only this browser has', async () => {
    const page = await window.begin('login', google)
    expect(page.status).toBe(303)
    const cookie = page.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      /^ms_flow_[0-9a-f]{16}=[\w-]{43}; Path=\/auth-provider; Max-Age=900; HttpOnly; SameSite=Lax$/u,
    )
    const secret = /=([\w-]{43});/u.exec(cookie)?.[1] ?? 'none'
    expect(locationOf(page)).not.toContain(secret)
    expect(JSON.stringify(window.dumpDatabase())).not.toContain(secret)
    expect([page.headers.get('referrer-policy'), page.headers.get('cache-control')]).toEqual([
      'no-referrer',
      'no-store',
    ])
  })

  it('sets a secure cookie if the API’s URL is https', async () => {
    const env = { PUBLIC_API_URL: 'https://api.localhost' }
    const secure = await openApiWithWindow({ env })
    expect((await secure.begin('login', google)).headers.get('set-cookie')).toMatch(
      /^__Host-ms_flow_[0-9a-f]{16}=[\w-]{43}; Path=\/; .*; Secure$/u,
    )
  })

  it('reads the parameters of our client', async () => {
    const wishes = { customFields: '{"company":"A & B"}', plans: '[{"planId":"pln_free"}]', inviteToken: 'inv_1' }
    const page = await window.begin('signup', { ...google, ...wishes, allowSignup: 'true' })
    expect(await noted(page)).toMatchObject({
      appId: 'app_demo',
      mode: 'test',
      flow: 'signup',
      provider: 'google',
      openerOrigin: SITE,
      openerState: 'opener-state',
      returnUrl: null,
      wishes: {
        customFields: { company: 'A & B' },
        plans: [{ planId: 'pln_free' }],
        inviteToken: 'inv_1',
        allowSignup: true,
      },
    })
  })

  it('reads the parameters of a published client, which encodes once more and sends more', async () => {
    const customFields = { company: '100 %25 "x"', newsletter: true }
    const page = await window.begin('signup', {
      ...PUBLISHED,
      provider: 'google',
      customFields: twice(customFields),
      plans: twice([{ planId: 'pln_free' }]),
      url: '/page.html',
      sessionId: '01HSESSIONIDXXXXXXXXXXXXXX',
      browser: 'CHROME',
      os: 'LINUX',
      screenSize: 'TABLET',
    })
    const flow = await noted(page)
    expect(flow?.openerState).toBeNull()
    expect(flow?.wishes).toEqual({
      customFields,
      plans: [{ planId: 'pln_free' }],
      inviteToken: null,
      allowSignup: null,
    })
  })

  it.each(['', 'undefined', 'null', twice(null)])('takes %o as a missing value', async (nothing) => {
    const page = await window.begin('signup', { ...google, customFields: nothing, plans: nothing, inviteToken: '' })
    expect((await noted(page))?.wishes).toEqual({ customFields: {}, plans: [], inviteToken: null, allowSignup: null })
  })
})

describe('an invalid request is reported to the calling page and begins nothing', () => {
  it.each<[string, Record<string, string>, string]>([
    ['an unknown provider', { provider: 'no-such' }, 'provider-not-found'],
    ['no provider', { provider: '' }, 'provider-not-found'],
    ['no JSON', { customFields: '{"company"' }, 'invalid-field-value'],
    ['broken encoding', { customFields: '%7B%' }, 'invalid-field-value'],
    ['a list for fields', { customFields: '[1]' }, 'invalid-field-type'],
    ['an object for plans', { plans: '{"planId":"pln_free"}' }, 'invalid-field-type'],
    ['a plan without an id', { plans: '[{}]' }, 'required-field-missing'],
    ['a field of the wrong type', { customFields: '{"company":{"a":1}}' }, 'invalid-field-type'],
    ['over-long wishes', { customFields: JSON.stringify({ other: 'x'.repeat(8_000) }) }, 'field-limit-exceeded'],
    [
      'too many plans',
      { plans: JSON.stringify(Array.from({ length: 21 }, () => ({ planId: 'pln_free' }))) },
      'field-limit-exceeded',
    ],
    ['an over-long state', { state: 'x'.repeat(129) }, 'invalid-field-value'],
  ])('%s', async (_, changes, code) => {
    const before = window.dumpDatabase()
    const page = await window.begin('signup', { ...google, ...changes })
    expect([codeOf(page.html), carried(page.html)?.origin]).toEqual([code, SITE])
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page.words.replaceAll('&quot;', '"')).toContain(Object(carried(page.html)?.answer['error']).message)
    expect(window.cookies.size).toBe(0)
    expect(window.dumpDatabase()).toEqual(before)
  })

  it('an error stays readable: the page does not announce that it closes', async () => {
    expect((await window.begin('login', { ...google, provider: 'no-such' })).html).not.toContain('data-closes')
  })

  it('the page repeats nothing from the request except the state', async () => {
    const { html } = await window.begin('login', { ...google, provider: '<img src=x>', customFields: '<script>' })
    expect(html).not.toMatch(/<img|&lt;img|&lt;script/u)
    const quoted = await window.begin('login', { ...google, provider: 'x', state: '"><img src=x>' })
    expect(quoted.html).not.toContain('<img')
    expect(carried(quoted.html)?.answer['state']).toBe('"><img src=x>')
  })
})

it.each<[string, RequestInit]>([
  ['the headers alone', { method: 'HEAD' }],
  ['ahead of a visit', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
  ['ahead of a visit, in Safari', { headers: { 'x-purpose': 'preview' } }],
])('a request for %s begins nothing', async (_, init) => {
  const before = window.dumpDatabase()
  const page = await window.visit(`/auth-provider/login?${new URLSearchParams(google)}`, init)
  expect([page.status, locationOf(page), window.cookies.size]).toEqual([503, null, 0])
  expect(window.dumpDatabase()).toEqual(before)
})

it('no log line has a session token from the URL', async () => {
  await window.begin('connect', { ...PUBLISHED, provider: 'google', member: 'secret-session-token' })
  expect(window.logLines.join('')).toContain('/auth-provider/connect')
  expect(window.logLines.join('')).not.toContain('secret-session-token')
})

it('a database failure is reported to the calling page, and its cause to the log', async () => {
  window.store.transaction = () => Promise.reject(new Error('disk is full'))
  const page = await window.begin('login', google)
  expect([page.status, codeOf(page.html), page.html.includes('disk is full')]).toEqual([500, 'unknown-error', false])
  expect(window.logLines.join('')).toContain('disk is full')
})

it('pages of other origins cannot read it: no CORS headers, no forms', async () => {
  const headers = { origin: SITE }
  const page = await window.visit('/auth-provider/login', { headers })
  expect(page.headers.get('access-control-allow-origin')).toBeNull()
  const posted = await window.visit('/auth-provider/login', { method: 'POST', headers })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  expect(
    (await window.visit('/auth-provider/nothing', { headers })).headers.get('access-control-allow-origin'),
  ).toBeNull()
})
