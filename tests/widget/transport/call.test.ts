import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import type { CallSettings } from '../../../widget/transport/call'
import { callsTo } from './counting-server'

interface Seen {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

let server: Server | undefined

afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** A real server that always responds the same, and records its requests. */
async function serve(status: number, body: string): Promise<{ apiUrl: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const apiUrl = await listen((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      seen.push({ method: request.method, url: request.url, headers: request.headers, body: text })
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })
  })
  return { apiUrl, seen }
}

async function listen(listener: RequestListener): Promise<string> {
  const started = createServer(listener)
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const address = started.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

const call = (apiUrl: string, changes: Partial<CallSettings> = {}) =>
  callsTo(apiUrl, { pagePath: () => '/caf%C3%A9/page.html', ...changes })

const login = { email: 'ada@example.com', password: 'password1' }

test('a visitor’s call sends only key, app, client and page path', async () => {
  const { apiUrl, seen } = await serve(200, '{"data":[]}')
  await call(apiUrl)('getApp', {})
  expect(seen[0]).toMatchObject({ method: 'GET', url: '/app', body: '' })
  expect(seen[0]!.headers).toMatchObject({
    'x-api-key': 'pk_sb_demo',
    'x-app-id': 'app_demo',
    'x-user-agent': '@memberstack/client@1.2.0',
    'referring-path': '/caf%C3%A9/page.html',
  })
  for (const absent of ['authorization', 'x-session-id', 'content-type'])
    expect(seen[0]!.headers).not.toHaveProperty(absent)
})

test('a visitor’s first call needs no preflight: no own header, and text as its body', async () => {
  const { apiUrl, seen } = await serve(200, '{"data":{}}')
  await call(apiUrl)('getAppAndMember', { data: { trackPageView: false } })
  for (const absent of ['x-api-key', 'x-app-id', 'x-user-agent', 'referring-path', 'authorization'])
    expect(seen[0]!.headers).not.toHaveProperty(absent)
  expect(seen[0]!.headers['content-type']).toMatch(/^text\/plain/)
  expect(JSON.parse(seen[0]!.body)).toEqual({
    data: { trackPageView: false },
    headers: {
      'x-api-key': 'pk_sb_demo',
      'x-app-id': 'app_demo',
      'x-user-agent': '@memberstack/client@1.2.0',
      'referring-path': '/caf%C3%A9/page.html',
    },
  })
  await call(apiUrl, { token: () => 'stored' })('getAppAndMember', { data: { trackPageView: false } })
  expect(seen[1]!.headers).toMatchObject({ authorization: 'Bearer stored', 'x-app-id': 'app_demo' })
})

test('a member’s call carries the stored token and the visit, a body its type', async () => {
  const { apiUrl, seen } = await serve(200, '{"data":{}}')
  await call(apiUrl, { token: () => 'stored', visitSessionId: () => '01HSESSION' })('login', login)
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/auth/login' })
  expect(JSON.parse(seen[0]!.body)).toEqual(login)
  expect(seen[0]!.headers).toMatchObject({
    authorization: 'Bearer stored',
    'x-session-id': '01HSESSION',
    'content-type': 'application/json',
  })
})

test('a token given with the call beats the stored one', async () => {
  const { apiUrl, seen } = await serve(200, '{"data":null}')
  await call(apiUrl, { token: () => 'stored' })('getMember', {}, { token: 'given' })
  expect(seen[0]!.headers.authorization).toBe('Bearer given')
})

test('until a key is known the app ID is sent instead', async () => {
  const { apiUrl, seen } = await serve(200, '{"data":null}')
  await call(apiUrl, { publicKey: () => null })('getMember', {})
  expect(seen[0]!.headers['x-api-key']).toBe('app_demo')
})

test('path parameters are encoded', async () => {
  const { apiUrl, seen } = await serve(200, '{"data":{}}')
  await call(apiUrl)('getPlan', { planId: 'pln/../x' })
  expect(seen[0]!.url).toBe('/app/plans/pln%2F..%2Fx')
})

test('the answer comes back whole, with the server’s message', async () => {
  const { apiUrl } = await serve(200, '{"data":"sent","message":"Look into your mailbox."}')
  expect(await call(apiUrl)('sendResetPasswordEmail', { email: 'a@b.co' })).toEqual({
    data: 'sent',
    message: 'Look into your mailbox.',
  })
})

test.each([
  ['a bare error', 401, '{"code":"invalid-credentials","message":"No."}', 'invalid-credentials', 'No.'],
  ['a wrapped error', 401, '{"error":{"code":"no-password-set","message":"Hm."}}', 'no-password-set', 'Hm.'],
  ['a body without a code', 418, '{"message":"Teapot","x":1}', 'unknown-error', 'Teapot'],
  ['no body', 500, '', 'unknown-error', 'Something went wrong. Please try again.'],
  ['a proxy’s page', 502, '<h1>Bad gateway</h1>', 'unknown-error', 'Something went wrong. Please try again.'],
  [
    'a success that is none of ours',
    200,
    '<h1>Wi-Fi login</h1>',
    'unknown-error',
    'Something went wrong. Please try again.',
  ],
  ['an error sent as success', 200, '{"error":{"code":"access-denied","message":"No."}}', 'access-denied', 'No.'],
  ['a body that is null', 400, 'null', 'unknown-error', 'Something went wrong. Please try again.'],
])('%s rejects with an error that can be read', async (_, statusCode, body, code, message) => {
  const { apiUrl, seen } = await serve(statusCode, body)
  const error: unknown = await call(apiUrl)('login', login).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).toMatchObject({ code, message, statusCode })
  expect(seen).toHaveLength(1)
})

test('a body without a code is passed on as data', async () => {
  const { apiUrl } = await serve(418, '{"message":"Teapot","x":1}')
  await expect(call(apiUrl)('login', login)).rejects.toMatchObject({ data: { message: 'Teapot', x: 1 } })
})

test('too many requests say how long to wait', async () => {
  const { apiUrl } = await serve(429, '{"code":"too-many-requests","message":"Wait.","retryAfterSeconds":9}')
  await expect(call(apiUrl)('login', login)).rejects.toMatchObject({ retryAfterSeconds: 9 })
})

test('an account that has a provider only says which', async () => {
  const { apiUrl } = await serve(409, '{"code":"use-social-login","message":"Use it.","provider":"github"}')
  await expect(call(apiUrl)('login', login)).rejects.toMatchObject({ code: 'use-social-login', provider: 'github' })
})

test('a dead token is reported with the token that was sent', async () => {
  const { apiUrl } = await serve(401, '{"code":"client/invalid-token","message":"Dead."}')
  const onDeadToken = vi.fn()
  const update = call(apiUrl, { token: () => 'stored', onDeadToken })('updateMember', { customFields: {} })
  await expect(update).rejects.toMatchObject({ code: 'client/invalid-token' })
  expect(onDeadToken.mock.calls).toEqual([['stored']])
})
