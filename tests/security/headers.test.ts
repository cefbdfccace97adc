import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from 'node:net'
import { listen } from '../../api/http/server'
import { startTestApi } from '../support/start-api'
import type { TestApi } from '../support/start-api'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { PUBLIC_API_URL: 'https://api.localhost', VC_API: 'on' } })
})
afterAll(() => api.close())

/** Every path of the routes, with values for its parameters. */
function paths(): string[] {
  const patterns = new Set(api.app.routes.filter(({ path }) => path !== '/*').map(({ path }) => path))
  return Array.from(patterns, (path) => path.replace(/:\w+(\{[^}]*\})?/gu, 'x').replace(/\*/gu, 'x'))
}

/** The mail in the test mailbox is in a frame of that page. */
const FRAMED = /^\/dev\/mailbox\//u

test('every response of every path has a content type, runs no script and allows no framing', async () => {
  const asked = paths()
  expect(asked.length).toBeGreaterThan(80)
  for (const path of asked) {
    const { status, headers } = await api.request(path, { headers: { host: 'localhost:4001' } })
    const policy = headers.get('content-security-policy') ?? ''
    const missing = [
      status < 500 || status === 503 ? null : `status ${status}`,
      headers.get('x-content-type-options') === 'nosniff' ? null : 'nosniff',
      headers.get('referrer-policy') === null ? 'referrer policy' : null,
      policy.includes("default-src 'none'") ? null : 'default-src',
      FRAMED.test(path) || policy.includes("frame-ancestors 'none'") ? null : 'frame-ancestors',
      policy.includes("base-uri 'none'") ? null : 'base-uri',
      /^(text\/|application\/xml)(?!.*charset=utf-8)/iu.test(headers.get('content-type') ?? '') ? 'charset' : null,
      headers.get('strict-transport-security') === 'max-age=31536000; includeSubDomains' ? null : 'HSTS',
      headers.get('server') === null && headers.get('x-powered-by') === null ? null : 'names its software',
    ].filter((one) => one !== null)
    expect([path, missing]).toEqual([path, []])
  }
})

test('a response for one caller is stored by no browser and no cache', async () => {
  const { data } = await api.call('signup', { email: 'ann@example.com', password: 'correct horse' })
  const answers = [
    await api.call('getMember', {}, { token: data.tokens.accessToken }),
    await api.call('login', { email: 'ann@example.com', password: 'wrong horse' }),
    await api.request('/owner'),
    await api.request('/account/reset-password?token=x'),
  ]
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(answers.map(() => 'no-store'))
})

/** The server's responses to raw bytes. */
/** @param awaited number of responses to wait for; by default the client ends its side, and reads until the server does */
function send(port: number, text: string, awaited = 0): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => void (awaited ? socket.write(text) : socket.end(text)))
    socket.setEncoding('utf8')
    socket.on('data', (part: string) => {
      answer += part
      if (awaited && (answer.match(/HTTP\/1\.1 /gu)?.length ?? 0) >= awaited) socket.end()
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  })
}

test.for([
  [
    'TRACE is refused and echoes nothing',
    'TRACE / HTTP/1.1\r\nHost: localhost\r\nX-Secret: canary\r\nConnection: close\r\n\r\n',
  ],
  [
    'two lengths are refused',
    'POST /app-member HTTP/1.1\r\nHost: localhost\r\nX-Secret: canary\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  ],
  [
    'a length with chunked encoding is refused',
    'POST /app-member HTTP/1.1\r\nHost: localhost\r\nX-Secret: canary\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'chunks with gzip coding are refused',
    'POST /app-member HTTP/1.1\r\nHost: localhost\r\nX-Secret: canary\r\nTransfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n',
  ],
  [
    'a body in pieces of a byte is not read to its end',
    `POST /app-member HTTP/1.1\r\nHost: localhost\r\nX-App-Id: app_demo\r\nX-Secret: canary\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\n \r\n'.repeat(50_000)}`,
  ],
  [
    'a line break in a header is refused',
    'GET /health HTTP/1.1\r\nHost: localhost\r\nX-Secret: canary\rX-Other: y\r\n\r\n',
  ],
])('%s', async ([, text]) => {
  const server = await listen(api.app.fetch, { host: '127.0.0.1', port: 0 })
  try {
    const answer = await send(Number(new URL(server.url).port), text!)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /u)
    expect(answer).not.toContain('canary')
    expect(answer.match(/HTTP\/1\.1/gu)).toHaveLength(1)
  } finally {
    await server.close(1_000)
  }
})

test('a connection is limited: later requests on it get no response', async () => {
  const server = await listen(api.app.fetch, { host: '127.0.0.1', port: 0 })
  try {
    const answers = await send(
      Number(new URL(server.url).port),
      'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(600),
      500,
    )
    expect(answers.match(/HTTP\/1\.1 200 /gu)).toHaveLength(500)
  } finally {
    await server.close(1_000)
  }
})
