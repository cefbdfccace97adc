import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callHeaders, startTestApi } from '../../support/start-api'
import type { TestApi } from '../../support/start-api'

let api: TestApi
beforeAll(async () => void (api = await startTestApi({ rateLimitFactor: 1 })))
afterAll(() => api.close())

const preflight = (path: string, origin: string) =>
  api.request(path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,x-api-key,x-anything-else',
    },
  })
const corsHeaders = ({ headers }: Response) => [...headers.keys()].filter((name) => name.startsWith('access-control-'))

describe('a preflight', () => {
  it.each(['https://shop.example', 'http://localhost:4002', 'https://demo.example:8443'])(
    'from %s is welcome',
    async (origin) => {
      const response = await preflight('/auth/login', origin)
      expect(response.status).toBe(204)
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers':
          'authorization, content-type, referring-path, x-api-key, x-app-id, x-session-id, x-user-agent, x-visitor-token',
        'access-control-max-age': '86400',
        vary: 'Origin',
      })
    },
  )

  it.each(['null', 'file://', 'chrome-extension://abc', 'https://a.example/path', 'x'])(
    'from %s gets nothing',
    async (origin) => {
      const response = await preflight('/auth/login', origin)
      expect(corsHeaders(response)).toEqual([])
      expect(response.headers.get('vary')).toBe('Origin')
    },
  )
})

describe('a real request', () => {
  it('may be read by the page that made it', async () => {
    const { headers } = await api.call('getApp', {}, { origin: 'https://shop.example' })
    expect(headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After')
    expect(headers.get('vary')).toBe('Origin')
  })

  it.each([
    ['login-required', '/auth/send-email-verification', { method: 'POST' }, 401],
    ['not-found', '/nowhere', {}, 404],
    ['method-not-allowed', '/auth/login', { method: 'PUT' }, 405],
    ['invalid-json', '/auth/login', { method: 'POST', body: '{' }, 400],
  ])('may read the error %s', async (code, path, init, status) => {
    const headers = callHeaders({ origin: 'https://shop.example' }, true)
    const response = await api.request(path, { ...init, headers })
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    expect({ status: response.status, ...(await response.json()) }).toMatchObject({ status, code })
  })

  it('may read the error that its domain is not permitted', async () => {
    const { status, headers } = await api.call('getApp', {}, { key: 'pk_demo', origin: 'https://evil.example' })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([403, 'https://evil.example'])
  })

  it('may read the time to wait', async () => {
    const calls = Array.from({ length: 201 }, () =>
      api.call('getApp', {}, { origin: 'https://shop.example', address: '192.0.2.99' }),
    )
    const { status, headers, body } = (await Promise.all(calls)).at(-1)!
    expect([status, body.code]).toEqual([429, 'too-many-requests'])
    expect(headers.get('retry-after')).toBe(String(body.retryAfterSeconds))
    expect(body.retryAfterSeconds).toBeGreaterThan(0)
    expect(headers.get('access-control-allow-origin')).toBe('https://shop.example')
  })

  it('from an opaque origin is refused and unreadable', async () => {
    const { status, headers } = await api.call('getApp', {}, { origin: 'null' })
    expect(status).toBe(403)
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('what is not the client API', () => {
  it.each([
    '/health',
    '/dev/mailbox',
    '/dev/mailbox.json',
    '/dev/nothing',
    '/account/verify-email',
    '/account/nothing',
    '/hosted-pages.css',
  ])('%s sends no CORS headers', async (path) => {
    expect(corsHeaders(await api.request(path, { headers: { origin: 'https://shop.example' } }))).toEqual([])
    expect(corsHeaders(await preflight(path, 'https://shop.example'))).toEqual([])
  })
})

describe('the first call of a visitor, which needs no preflight', () => {
  const origin = 'http://localhost:4002'
  const first = (body: object, headers: Record<string, string> = {}) =>
    api.request('/app-member', {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain;charset=UTF-8', ...headers },
      body: JSON.stringify(body),
    })
  const data = { trackPageView: false }
  const sent = { 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo', 'referring-path': '/page' }

  it('is answered like the usual one', async () => {
    const response = await first({ data, headers: sent })
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    const usual = await api.call('getAppAndMember', { data }, { origin })
    const withoutVisit = ({ data: { app, member } }: { data: { app: unknown; member: unknown } }) => ({ app, member })
    expect(withoutVisit(await response.json())).toEqual(withoutVisit(usual))
  })

  it('is refused for another app’s key and from a foreign page in live mode, like the usual one', async () => {
    const refused = async (headers: object) => (await first({ data, headers })).json()
    expect(await refused({ ...sent, 'x-api-key': 'pk_sb_trusttag' })).toMatchObject({ code: 'invalid-public-key' })
    expect(await refused({})).toMatchObject({ code: 'app-not-found' })
    expect(await refused({ 'x-app-id': 7 })).toMatchObject({ code: 'invalid-field-type' })
  })

  it('cannot carry a session, and no other call is made in this way', async () => {
    const { data: signedUp } = await api.call('signup', { email: 'first-call@example.com', password: 'long enough' })
    const token = signedUp.tokens.accessToken
    const answer = await first({ data, headers: { ...sent, authorization: `Bearer ${token}` } })
    expect((await answer.json()).data.member).toBeNull()
    const login = await api.request('/auth/login', {
      method: 'POST',
      headers: { origin, 'content-type': 'text/plain' },
      body: JSON.stringify({ email: 'a@example.com', password: 'password1', headers: sent }),
    })
    expect(login.status).toBeGreaterThanOrEqual(400)
  })
})
