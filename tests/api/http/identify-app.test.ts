import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApi } from '../../support/start-api'
import type { CallOptions, TestApi } from '../../support/start-api'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

async function modeOf(how: CallOptions): Promise<string> {
  const { id, mode } = (await api.call('getApp', {}, how)).data
  return `${id} ${mode}`
}

describe('the app and its mode', () => {
  it.each<[string, CallOptions, string]>([
    ['a test key', { key: 'pk_sb_demo' }, 'app_demo sandbox'],
    ['a live key without a page', { key: 'pk_demo' }, 'app_demo live'],
    ['a live key on a live domain', { key: 'pk_demo', origin: 'https://demo.example' }, 'app_demo live'],
    ['a live key on another port of it', { key: 'pk_demo', origin: 'http://DEMO.example:8080' }, 'app_demo live'],
    ['a test key on a live domain', { key: 'pk_sb_demo', origin: 'https://demo.example' }, 'app_demo sandbox'],
    ['a key with its own app id', { key: 'pk_sb_demo', app: 'app_demo' }, 'app_demo sandbox'],
    ['an app id on a live domain', { app: 'app_demo', origin: 'https://demo.example' }, 'app_demo live'],
    ['an app id on any other domain', { app: 'app_demo', origin: 'https://shop.example' }, 'app_demo sandbox'],
    [
      'an app id on a subdomain of a live domain',
      { app: 'app_demo', origin: 'https://x.demo.example' },
      'app_demo sandbox',
    ],
    ['an app id without a page', { app: 'app_demo' }, 'app_demo sandbox'],
    ['an app id in place of the key', { key: 'app_trusttag' }, 'app_trusttag sandbox'],
    ['an app id in both places', { key: 'app_demo', app: 'app_demo' }, 'app_demo sandbox'],
    [
      'an app id in place of the key, on a live domain',
      { key: 'app_demo', origin: 'http://live.localhost:4002' },
      'app_demo live',
    ],
  ])('%s', async (_, how, expected) => {
    expect(await modeOf(how)).toBe(expected)
  })

  it('return the key of the current mode', async () => {
    expect((await api.call('getApp', {}, { origin: 'https://demo.example' })).data.publicKey).toBe('pk_demo')
    expect((await api.call('getApp', {}, { origin: 'https://shop.example' })).data.publicKey).toBe('pk_sb_demo')
  })
})

describe('a caller is refused', () => {
  it.each<[string, CallOptions, number, string]>([
    ['with nothing', { app: '' }, 404, 'app-not-found'],
    ['with an unknown app id', { app: 'app_x' }, 404, 'app-not-found'],
    ['with an unknown app id as key', { key: 'app_x' }, 404, 'app-not-found'],
    ['with an unknown key', { key: 'pk_x' }, 401, 'invalid-public-key'],
    ["with another app's key", { app: 'app_demo', key: 'pk_trusttag' }, 401, 'invalid-public-key'],
    ["with another app's id as key", { app: 'app_demo', key: 'app_trusttag' }, 401, 'invalid-public-key'],
    ['with a secret key outside a page', { key: 'sk_sb_demo' }, 401, 'invalid-public-key'],
    ['with a secret key in a page', { key: 'sk_sb_demo', origin: 'https://demo.example' }, 403, 'access-denied'],
    [
      'with a live key on a foreign page',
      { key: 'pk_demo', origin: 'https://evil.example' },
      403,
      'domain-not-permitted',
    ],
    [
      'with a live key on a subdomain',
      { key: 'pk_demo', origin: 'https://a.demo.example' },
      403,
      'domain-not-permitted',
    ],
    [
      'with a live key on a look-alike',
      { key: 'pk_demo', origin: 'https://demo.example.evil' },
      403,
      'domain-not-permitted',
    ],
    ['from a sandboxed frame', { origin: 'null' }, 403, 'domain-not-permitted'],
    ['from a file', { origin: 'file://' }, 403, 'domain-not-permitted'],
    ['with a broken origin', { origin: 'https://a.example/path' }, 403, 'domain-not-permitted'],
  ])('%s', async (_, how, status, code) => {
    const answer = await api.call('getApp', {}, how)
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
  })
})

describe('a session', () => {
  it('is valid in its own app and mode only', async () => {
    const account = { email: 'session@example.com', password: 'long enough' }
    const { accessToken: token } = (await api.call('signup', account, { key: 'pk_sb_demo' })).data.tokens
    const memberSeenBy = async (how: CallOptions) =>
      (await api.call('getMember', {}, { token, ...how })).data?.auth.email
    expect(await memberSeenBy({ key: 'pk_sb_demo' })).toBe('session@example.com')
    expect(await memberSeenBy({ app: 'app_demo' })).toBe('session@example.com')
    expect(await memberSeenBy({ key: 'pk_demo' })).toBeUndefined()
    expect(await memberSeenBy({ app: 'app_demo', origin: 'https://demo.example' })).toBeUndefined()
    expect(await memberSeenBy({ app: 'app_trusttag' })).toBeUndefined()
  })

  it('is read only from the Authorization header, with its scheme in any case', async () => {
    const account = { email: 'header@example.com', password: 'long enough' }
    const { accessToken: token } = (await api.call('signup', account)).data.tokens
    const emailWith = async (headers: Record<string, string>) =>
      (await api.call('getMember', {}, { headers })).data?.auth.email
    expect(await emailWith({ authorization: `bearer ${token}` })).toBe('header@example.com')
    expect(await emailWith({ cookie: `_ms-mid=${token}` })).toBeUndefined()
    expect(await emailWith({ authorization: token })).toBeUndefined()
    expect(await emailWith({ authorization: `Bearer ${token}x` })).toBeUndefined()
    expect(await emailWith({ authorization: `Bearer ${'x'.repeat(5_000)}` })).toBeUndefined()
  })
})
