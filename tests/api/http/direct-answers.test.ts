import { connect } from 'node:net'
import { once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/domain/api-error'
import { endpoints } from '../../../contract/endpoints'
import type { Endpoint } from '../../../contract/endpoints/endpoint'
import { startTwoWays } from '../../support/two-ways'
import type { Sent, TwoWays } from '../../support/two-ways'

const all: readonly Endpoint[] = Object.values(endpoints)
const paths = all
  .filter(({ method, path, answer, query }) => method === 'GET' && answer !== 'file' && !query && !path.includes(':'))
  .map(({ path }) => path)

/** What no two answers have alike. */
const RANDOM = new Set(['/captcha/challenge'])

let ways: TwoWays
let token: string

async function signUp({ api }: TwoWays): Promise<string> {
  const { data } = await api.call('signup', {
    email: 'ada@example.com',
    password: 'correct horse battery',
    customFields: { 'first-name': 'Ada' },
  })
  return data.tokens.accessToken
}

beforeAll(async () => {
  ways = await startTwoWays()
  token = await signUp(ways)
})
afterAll(() => ways.close())

/** Asks both ways. @returns what came directly, once it is known to be what the framework answers */
async function compare(sent: Sent, at = ways) {
  const headers = { 'x-request-id': 'the-same-for-both', ...sent.headers }
  const framework = await at.framework.ask({ ...sent, headers })
  const direct = await at.direct.ask({ ...sent, headers })
  if (RANDOM.has(sent.path)) framework.body = direct.body
  expect(direct).toEqual(framework)
  return direct
}

const demo = { 'x-app-id': 'app_demo', 'x-api-key': 'pk_sb_demo' }

describe('an endpoint without parameters', () => {
  const callers: [name: string, headers: () => OutgoingHttpHeaders][] = [
    ['without a key', () => ({})],
    ['with a key', () => demo],
    ['from a page', () => ({ ...demo, origin: 'https://pages.example', 'referring-path': '/a', 'sec-gpc': '1' })],
    ['from an opaque origin', () => ({ ...demo, origin: 'null' })],
    [
      'from a page that has no right to live mode',
      () => ({ ...demo, 'x-api-key': 'pk_demo', origin: 'https://a.example' }),
    ],
    ['with a wrong key', () => ({ 'x-api-key': 'pk_sb_nothing' })],
    ['with a secret key in a page', () => ({ 'x-api-key': 'sk_sb_demo', origin: 'https://pages.example' })],
    ['with a session', () => ({ ...demo, authorization: `Bearer ${token}` })],
    [
      'with a session, from a page',
      () => ({ ...demo, authorization: `Bearer ${token}`, origin: 'https://pages.example' }),
    ],
    ['with a session of another app', () => ({ 'x-app-id': 'app_trusttag', authorization: `Bearer ${token}` })],
    ['with a dead session', () => ({ ...demo, authorization: 'Bearer dead' })],
    [
      'as a visitor',
      () => ({ ...demo, 'x-visitor-token': 'v'.repeat(43), 'x-forwarded-for': '203.0.113.9, 10.0.0.1' }),
    ],
  ]
  it.each(paths.flatMap((path) => callers.map(([name, headers]) => [path, name, headers] as const)))(
    '%s, asked %s, says and leaves behind the same as by way of the framework',
    async (path, _, headers) => {
      await compare({ path, headers: headers() })
      expect(ways.wasDirect()).toBe(true)
    },
  )

  it('reads a session', async () => {
    const { status, body } = await compare({ path: '/member', headers: { ...demo, authorization: `Bearer ${token}` } })
    expect([status, JSON.parse(body).data.auth.email]).toEqual([200, 'ada@example.com'])
  })

  it('names a request that has no name of its own', async () => {
    const { headers, log } = await ways.direct.ask({ path: '/member', headers: demo })
    const id = headers.find((line) => line.startsWith('x-request-id: '))?.slice(14)
    expect(id).toMatch(/^[\da-f-]{36}$/u)
    expect(log).toEqual([expect.objectContaining({ requestId: id, method: 'GET', path: '/member', status: 200 })])
  })
})

describe('what is not asked in the plainest way', () => {
  const asked: [name: string, sent: Sent][] = [
    ['a query', { path: '/member?a=b' }],
    ['an empty query', { path: '/member?' }],
    ['a query that makes it another endpoint', { path: '/member/team?a=b' }],
    ['HEAD', { method: 'HEAD', path: '/member' }],
    ['a method that is not there', { method: 'PUT', path: '/app' }],
    [
      'a preflight',
      {
        method: 'OPTIONS',
        path: '/member',
        headers: { 'access-control-request-method': 'GET', origin: 'https://a.example' },
      },
    ],
    ['a slash too many', { path: '/member/' }],
    ['a path in other letters', { path: '/%6dember' }],
    ['a whole address', { path: 'http://localhost/member' }],
    ['a body', { path: '/member', headers: { 'content-length': '2' }, body: '{}' }],
    ['a body in chunks', { path: '/member', headers: { 'transfer-encoding': 'chunked' }, body: '{}' }],
    ['a host in capitals', { path: '/member', headers: { host: 'LOCALHOST' } }],
    ['a host of IPv6', { path: '/member', headers: { host: '[::1]:4000' } }],
    ['a host that is none', { path: '/member', headers: { host: 'a b' } }],
    ['a port of two figures', { path: '/member', headers: { host: 'localhost:80' } }],
  ]
  it.each(asked)('%s is left to the framework', async (_, sent) => {
    await compare({ ...sent, headers: { ...demo, ...sent.headers } })
    expect(ways.wasDirect()).toBe(false)
  })
})

describe('an error', () => {
  let failing: TwoWays | undefined
  afterEach(() => failing?.close())
  const failWith = async (thrown: unknown) =>
    (failing = await startTwoWays({ handlers: { getMember: () => Promise.reject(thrown) } }))

  it.each<[string, unknown, number]>([
    ['nobody foresaw', new TypeError('secret detail'), 500],
    ['is no error', 'a text', 500],
    ['says how long to wait', new ApiError('too-many-requests', { retryAfterSeconds: 2.2 }), 429],
    [
      'tells of a passed limit',
      new ApiError('too-many-requests', {
        retryAfterSeconds: 9,
        passedLimit: { name: 'callsPerAddress', isFirst: true },
      }),
      429,
    ],
    ['is the database’s', new ApiError('service-unavailable', { cause: new Error('disk') }), 503],
  ])('that %s is told and logged alike', async (_, thrown, status) => {
    const at = await failWith(thrown)
    const answer = await compare({ path: '/member', headers: { ...demo, origin: 'https://pages.example' } }, at)
    expect(at.wasDirect()).toBe(true)
    expect(answer.status).toBe(status)
    expect(answer.body).not.toContain('secret detail')
    expect(answer.log.length).toBe(status >= 500 ? 2 : 1)
  })

  it('is the answer past the limit of an address, too', async () => {
    failing = await startTwoWays({ rateLimitFactor: 1 })
    const headers = { ...demo, 'x-forwarded-for': '203.0.113.7' }
    let status = 200
    for (let count = 0; status === 200 && count < 2_000; count += 1)
      ({ status } = await failing.direct.ask({ path: '/member', headers }))
    expect(status).toBe(429)
    const { headers: told, security } = await compare({ path: '/member', headers }, failing)
    expect(told.some((line) => line.startsWith('retry-after: '))).toBe(true)
    expect(security).toEqual([])
    expect((await compare({ path: '/member', headers: demo }, failing)).status).toBe(200)
  })
})

it('tells browsers to stay with https', async () => {
  const https = await startTwoWays({ env: { PUBLIC_API_URL: 'https://api.example', SMTP_URL: 'smtp://mail.example' } })
  const { headers } = await compare({ path: '/member', headers: demo }, https)
  expect(headers.some((line) => line.startsWith('strict-transport-security: '))).toBe(true)
  await https.close()
})

it('who goes before the answer comes stops nobody else', async () => {
  const { port, hostname } = new URL(ways.direct.url)
  for (let count = 0; count < 5; count += 1) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(`GET /member HTTP/1.1\r\nhost: localhost\r\nx-api-key: pk_sb_demo\r\n\r\n`)
    socket.destroy()
  }
  expect((await fetch(`${ways.direct.url}/member`, { headers: demo })).status).toBe(200)
})

it('answers those that come one behind the other on one connection in their order', async () => {
  const { port, hostname } = new URL(ways.direct.url)
  const socket = connect(Number(port), hostname)
  const ask = (path: string, more = '') =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nx-api-key: pk_sb_demo\r\n${more}\r\n`
  socket.write(ask('/member') + ask('/app?') + ask('/member/json') + ask('/app', 'connection: close\r\n'))
  let text = ''
  for await (const chunk of socket) text += String(chunk)
  expect(text.match(/HTTP\/1\.1 \d+/gu)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 401', 'HTTP/1.1 200'])
})
