import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, ServerResponse } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchPage } from '../../../../api/features/app-settings/fetch-page'
import { PAGE_FETCH_MAX_BYTES } from '../../../../contract/limits'
import { openAdmin } from '../../http/admin/open-admin'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

test('the page as its server sends it', async () => {
  const url = await serve((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Grüße</h1>'))
  const admin = await openAdmin()
  expect(await admin.admin('fetchPage', { url: `${url}/a?b=c#d` })).toEqual({
    url: `${url}/a?b=c`,
    statusCode: 200,
    contentType: 'text/html',
    html: '<h1>Grüße</h1>',
    isCut: false,
  })
})

test('a redirect is shown, not followed', async () => {
  let calls = 0
  const url = await serve((_, response) => {
    calls += 1
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  })
  expect(await fetchPage(url, { loopback: true })).toMatchObject({ statusCode: 302, html: '' })
  expect(calls).toBe(1)
})

test('a long page is cut', async () => {
  const url = await serve((_, response) => response.end('x'.repeat(PAGE_FETCH_MAX_BYTES + 10)))
  const { html, isCut } = await fetchPage(url, { loopback: true })
  expect([html.length, isCut]).toEqual([PAGE_FETCH_MAX_BYTES, true])
})

test.each([
  'http://127.0.0.1:1/',
  'http://localhost/',
  'https://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::ffff:10.0.0.1]/',
  'file:///etc/passwd',
  'https://a:b@example.com/',
  'nonsense://x',
])('%s is refused outside development', async (url) => {
  await expect(fetchPage(url, { loopback: false })).rejects.toMatchObject({ code: 'invalid-page-url' })
})

test('a name that leads into a private network is refused at the connection', async () => {
  const resolve = async () => [{ address: '10.0.0.1', family: 4 }]
  await expect(fetchPage('https://example.com/', { loopback: false, resolve })).rejects.toMatchObject({
    code: 'page-unreachable',
    cause: { message: 'its IP address is not public' },
  })
})

test('a server that does not answer is given up when the caller leaves', async () => {
  const url = await serve(() => {})
  await expect(fetchPage(url, { loopback: true, signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
    code: 'page-unreachable',
  })
})

/** Time limits of the product, which end when the test says so. */
function watchLimits() {
  const limits: { ms: number; end: () => void }[] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    limits.push({ ms, end: () => limit.abort(new DOMException('', 'TimeoutError')) })
    return limit.signal
  })
  return limits
}

/** Bytes, one by one, for as long as anyone listens. @returns when some were sent */
async function drip(response: ServerResponse): Promise<void> {
  const send = () => new Promise((resolve) => void response.write('.', resolve))
  for (let bytes = 0; bytes < 20; bytes += 1) await send()
  const sendMore = (): void => {
    if (!response.closed) void send().then(() => setImmediate(sendMore))
  }
  sendMore()
}

test.each([
  ['does not answer', () => Promise.resolve()],
  ['sends headers only', (response: ServerResponse) => Promise.resolve(response.flushHeaders())],
  ['sends byte after byte', drip],
])('a server that %s is given up after ten seconds, and so is its connection', async (_, answer) => {
  const limits = watchLimits()
  let closed: Promise<unknown> = Promise.resolve()
  let isServed: () => void
  const served = new Promise<void>((resolve) => (isServed = resolve))
  const url = await serve((_request, response) => {
    closed = once(response, 'close')
    void answer(response).then(isServed)
  })
  const fetched = fetchPage(url, { loopback: true })
  await served
  expect(limits.map(({ ms }) => ms)).toEqual([10_000])
  limits[0]?.end()
  await expect(fetched).rejects.toMatchObject({ code: 'page-unreachable' })
  await closed
})

test('ten calls a minute are possible', async () => {
  const admin = await openAdmin({ rateLimitFactor: 1 })
  const url = await serve((_, response) => response.end('ok'))
  for (let count = 0; count < 10; count += 1) await admin.admin('fetchPage', { url })
  expect(await admin.answerOf('fetchPage', { url })).toMatchObject({ status: 429 })
})
