import { afterAll, beforeAll, expect, it } from 'vitest'
import { socialProviders } from '../../../../contract/providers'
import { startTestApi } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

const icon = (file: string, init?: RequestInit) => api.request(`/auth-provider/icons/${file}`, init)

it('every provider has its own icon; those of the owner share a key', async () => {
  const keys = [...socialProviders.map(({ key }) => key), 'acme']
  const drawings = await Promise.all(keys.map(async (key) => (await icon(`${key}.svg`)).text()))
  expect(new Set(drawings).size).toBe(keys.length)
  for (const drawing of drawings)
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[\s\S]+<\/svg>\n$/u)
  expect(await (await icon('another.svg')).text()).toBe(drawings.at(-1))
})

it('the URLs are those of the app response', async () => {
  const { authProviders } = (await api.call('getApp', {})).data
  expect(authProviders.length).toBeGreaterThan(0)
  for (const { icon: address } of authProviders) {
    const response = await api.request(new URL(address ?? '').pathname)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  }
})

it('any page can show it, nothing in it runs, and browsers cache it for a day', async () => {
  const { headers } = await icon('google.svg')
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'public, max-age=86400',
  })
})

it('nothing else is below that path', async () => {
  for (const file of ['google.png', '..%2Fx.svg', 'UPPER.svg', 'a.svg/b']) expect((await icon(file)).status).toBe(404)
  const posted = await icon('google.svg', { method: 'POST' })
  expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
})
