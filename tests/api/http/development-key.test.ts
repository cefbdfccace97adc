import { expect, onTestFinished, test } from 'vitest'
import { startTestApi } from '../../support/start-api'

async function start(options: Parameters<typeof startTestApi>[0] = {}) {
  const api = await startTestApi(options)
  onTestFinished(() => api.close())
  return async (url: string, headers: Record<string, string> = {}) => {
    const answer = await api.request(`${url}/admin/plans`, { headers: { 'x-api-key': 'sk_sb_demo', ...headers } })
    return { status: answer.status, body: await answer.json() }
  }
}

const refused = { status: 401, body: { code: 'invalid-secret-key' } }

test('on a development machine the demo app’s Test Mode has a well-known key', async () => {
  const ask = await start()
  const { status, body } = await ask('http://localhost:4001')
  expect(status).toBe(200)
  expect(body.data.map(({ id }: { id: string }) => id)).toContain('pln_free')
  expect((await ask('http://127.0.0.1:4001')).status).toBe(200)
})

test.each([
  ['by another name', 'http://api.example', {}],
  ['by another name that leads here', 'http://localhost:4001', { host: 'rebound.example' }],
  ['through a proxy', 'http://localhost:4001', { 'x-forwarded-for': '192.0.2.7' }],
  ['through a proxy that names the host', 'http://localhost:4001', { 'x-forwarded-host': 'api.example' }],
  ['through a proxy that names the port', 'http://localhost:4001', { 'x-forwarded-port': '443' }],
  ['through a tunnel', 'http://localhost:4001', { 'cf-connecting-ip': '192.0.2.7' }],
  ['with a Host that is none', 'http://localhost:4001', { host: 'localhost:x' }],
])('it is invalid %s', async (_, url, headers) => {
  expect(await (await start())(url, headers)).toMatchObject(refused)
})

test('it is invalid where a proxy is expected', async () => {
  expect(await (await start({ trustProxyHops: 1 }))('http://localhost:4001')).toMatchObject(refused)
})

test('it is invalid where others are served', async () => {
  expect(await (await start({ development: false }))('http://localhost:4001')).toMatchObject(refused)
})

test('a page cannot use it', async () => {
  expect(await (await start())('http://localhost:4001', { origin: 'http://localhost:4002' })).toMatchObject({
    status: 403,
    body: { code: 'access-denied' },
  })
})
