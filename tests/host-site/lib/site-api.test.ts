// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { createSiteApi } from '../../../host-site/lib/site-api'
import { aChallenge } from '../../support/a-challenge'
import { aVerification } from '../support/a-verification'

const message = { name: 'Ann', email: 'ann@example.com', message: 'Hello' }
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status })
const reports: string[] = []
let answer: () => Response
const nobody = { token: async () => null, visitor: { read: () => null, keep: () => {} } }

function open(isSecure = true) {
  const subtle = isSecure ? crypto.subtle : undefined
  const asked = vi.fn(async (url: string, _init: RequestInit) =>
    url.endsWith('/captcha/challenge') ? json({ data: aChallenge(3) }) : answer(),
  )
  return {
    asked,
    api: createSiteApi({
      document,
      fetch: asked,
      ...nobody,
      subtle,
      report: (...parts) => reports.push(parts.join(' ')),
    }),
  }
}

beforeEach(() => {
  answer = () => json({ data: { reference: 'msg_1' } })
  const tag = document.createElement('script')
  tag.setAttribute('data-memberstack-app', 'app_trusttag')
  tag.type = 'text/plain'
  tag.src = 'https://api.example/membership.js'
  document.head.append(tag)
})
afterEach(() => {
  document.head.replaceChildren()
  reports.length = 0
})

test('a message is sent to the API and app of the page’s tag, with a proof of work', async () => {
  const { api, asked } = open()
  expect(await api.send('sendContactMessage', message)).toEqual({ success: true, reference: 'msg_1' })
  expect(asked.mock.calls.map(([url]) => url)).toEqual([
    'https://api.example/captcha/challenge',
    'https://api.example/inbox/messages',
  ])
  const { headers, body } = asked.mock.calls[1]![1]
  expect(new Headers(headers).get('x-app-id')).toBe('app_trusttag')
  const { captchaToken, ...sent } = JSON.parse(typeof body === 'string' ? body : '')
  expect(sent).toEqual(message)
  expect(JSON.parse(atob(captchaToken)).solution.counter).toBe(3)
  expect(reports).toEqual([])
})

test('an error has the server’s text', async () => {
  answer = () => json({ code: 'too-many-requests', message: 'Too many requests.' }, 429)
  const { api } = open()
  expect(await api.send('sendContactMessage', message)).toEqual({ success: false, error: 'Too many requests.' })
})

test.each([
  ['a network that is down', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an answer that is no JSON', () => Promise.resolve(new Response('<h1>502</h1>', { status: 502 }))],
])('%s is a failure without a text, and is logged without user input', async (_what, fail) => {
  const { api, asked } = open()
  asked.mockImplementation(fail)
  expect(await api.send('sendContactMessage', message)).toEqual({ success: false, error: '' })
  expect(reports).toHaveLength(1)
  expect(reports[0]).not.toContain('Ann')
})

test.each([
  ['client/invalid-token', 401, 0],
  ['access-denied', 403, 1],
])('a call that is refused with %s is logged, except for an ended session', async (code, status, logged) => {
  answer = () => json({ code, message: 'No.' }, status)
  expect(await open().api.call('listTags', {})).toMatchObject({ success: false, code, error: 'No.' })
  expect(reports).toHaveLength(logged)
})

test('a part of a file is sent as is with the member’s session; an abort is not reported', async () => {
  answer = () => json({ data: { id: 'smp_1', receivedBytes: 7 } })
  const { api, asked } = open()
  const content = new Uint8Array([1, 2, 3])
  const part = { sampleId: 'smp_1', offset: 4, content }
  const sending = new AbortController()
  expect(await api.upload(part, sending.signal)).toMatchObject({ success: true, data: { receivedBytes: 7 } })
  const [url, { method, headers, body }] = asked.mock.calls[0]!
  expect([url, method]).toEqual(['https://api.example/trusttag/samples/smp_1?offset=4', 'PUT'])
  expect(new Headers(headers).get('content-type')).toBe('application/octet-stream')
  expect(body).toBe(content)

  answer = () => json({ code: 'wrong-offset', message: 'Go on elsewhere.' }, 409)
  expect(await api.upload(part, sending.signal)).toMatchObject({ success: false, code: 'wrong-offset' })
  reports.length = 0
  sending.abort()
  asked.mockImplementation((_, { signal }) => Promise.reject(signal?.reason))
  expect(await api.upload(part, sending.signal)).toMatchObject({ success: false, code: '' })
  expect(reports).toEqual([])
})

test('a page without a tag, or on an insecure origin, fails with a reason for the console or the user', async () => {
  const insecure = await open(false).api.send('sendContactMessage', message)
  expect(insecure.error).toContain('https')
  reports.length = 0
  document.head.replaceChildren()
  expect(await open().api.send('sendContactMessage', message)).toEqual({ success: false, error: '' })
  expect(reports[0]).toContain('no membership tag')
})

describe('looking up a TrustTag', () => {
  it('encodes any ID', async () => {
    answer = () => json({ data: aVerification() })
    const { api, asked } = open()
    expect(await api.verify('TT-WD2024001')).toEqual({ outcome: 'found', tag: aVerification() })
    await api.verify('TT/../É?')
    expect(asked.mock.calls.map(([url]) => url)).toEqual([
      'https://api.example/trusttag/verify/TT-WD2024001',
      'https://api.example/trusttag/verify/TT%2F..%2F%C3%89%3F',
    ])
    expect(asked.mock.calls[0]?.[1].method).toBe('GET')
  })

  it('distinguishes an unknown TrustTag from an unknown URL', async () => {
    answer = () => json({ code: 'tag-not-found', message: 'No.' }, 404)
    expect(await open().api.verify('TT-XX2024999')).toEqual({ outcome: 'unknown' })
    expect(reports).toEqual([])
    answer = () => json({ code: 'not-found', message: 'There is nothing here.' }, 404)
    expect(await open().api.verify('TT-XX2024999')).toEqual({ outcome: 'failed', error: 'There is nothing here.' })
  })

  it.each([
    ['is down', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['answers without data', () => Promise.resolve(json({}))],
    ['answers with half a TrustTag', () => Promise.resolve(json({ data: { isValid: true } }))],
  ])('judges nothing when the server %s', async (_what, fail) => {
    const { api, asked } = open()
    asked.mockImplementation(fail)
    expect(await api.verify('TT-WD2024001')).toEqual({ outcome: 'failed', error: '' })
    expect(reports).toHaveLength(1)
  })
})

describe('reading a public file', () => {
  it('is anonymous and revalidated each time', async () => {
    answer = () => new Response('c2sp.org/tlog-proof@v1')
    const { api, asked } = open()
    expect(await api.readOpenFile('/trusttag/tags/TT-1/proof.tlog-proof')).toEqual({
      outcome: 'read',
      text: 'c2sp.org/tlog-proof@v1',
    })
    const [url, init] = asked.mock.calls[0]!
    expect(url).toBe('https://api.example/trusttag/tags/TT-1/proof.tlog-proof')
    expect(init).toMatchObject({ credentials: 'omit', cache: 'no-cache', redirect: 'error' })
    expect(init.headers).toBeUndefined()
  })

  it.each([
    [404, 'missing'],
    [429, 'unreachable'],
    [503, 'unreachable'],
  ])('a response of %i is “%s”', async (status, outcome) => {
    answer = () => json({ code: 'x' }, status)
    expect(await open().api.readOpenFile('/trusttag/trust.json')).toEqual({ outcome })
  })

  it('a network failure gives no result, and is logged', async () => {
    const { api, asked } = open()
    asked.mockRejectedValue(new TypeError('Failed to fetch'))
    expect(await api.readOpenFile('/trusttag/trust.json')).toEqual({ outcome: 'unreachable' })
    expect(reports).toEqual(['The file /trusttag/trust.json could not be read: Failed to fetch'])
  })
})
