import { expect, onTestFinished, test } from 'vitest'
import type { AppDefinition } from '../../../../api/features/apps/definition'
import { startTestApi } from '../../../support/start-api'

async function open(rpId?: string, liveDomains: string[] = ['example.com', 'www.example.com', 'shop.example.net']) {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const demo = (await api.store.apps.findById('app_demo'))!
  const passkeys = rpId === undefined ? {} : { rpId }
  const app: AppDefinition = {
    ...demo,
    id: 'app_shop',
    keys: { test: 'pk_sb_shop', live: 'pk_shop' },
    liveDomains,
    signIn: { preset: 'compatible', passkeys },
  }
  await api.store.apps.insert(app)
  return api
}

const PATH = '/.well-known/webauthn'

test('the API serves the file of the app whose RP ID is its own host, as browsers read it', async () => {
  const api = await open('localhost')
  const response = await api.request(PATH)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  const origins = ['https://example.com', 'https://www.example.com', 'https://shop.example.net']
  expect(await response.json()).toEqual({ origins })
  expect((await api.request(PATH, { method: 'POST' })).status).toBe(405)
})

test.for([undefined, 'example.com'])('with the RP ID %s there is none', async (rpId) => {
  expect((await (await open(rpId)).request(PATH)).status).toBe(404)
})

test('each listed domain gets the same RP ID, another one gets none', async () => {
  const api = await open('example.com')
  const rpIdOn = async (origin: string) => {
    const { body } = await api.call('getPasskeyLoginOptions', {}, { key: 'pk_shop', origin })
    return Object(body.data).rpId ?? body.code
  }
  for (const origin of ['https://www.example.com', 'https://shop.example.net'])
    expect(await rpIdOn(origin)).toBe('example.com')
  expect(await rpIdOn('https://evil.example')).toBe('domain-not-permitted')
})

const appOn = async (api: Awaited<ReturnType<typeof open>>, origin: string) =>
  (await api.call('getApp', {}, { key: 'pk_shop', origin })).data.additionalAuthMethods.passkey

test('a page on another domain is told where the passkeys work', async () => {
  const api = await open('example.com')
  expect(await appOn(api, 'https://shop.example.net')).toEqual({ enabled: true, site: 'example.com' })
  expect(await appOn(api, 'https://www.example.com')).toEqual({ enabled: true })
  expect(await appOn(await open(undefined, ['example.com']), 'https://example.com')).toEqual({ enabled: true })
})

test('a ticket for a page is for the app’s own https pages alone', async () => {
  const api = await open('example.com')
  const live = { key: 'pk_shop', origin: 'https://example.com' }
  const { data } = await api.call('signup', { email: 'ann@example.com', password: 'a-good-password' }, live)
  const ask = async (returnUrl: string) => {
    const how = { ...live, token: data.tokens.accessToken }
    const { status, body } = await api.call('createMemberTicket', { returnUrl }, how)
    return status === 200 ? 'ticket' : body.code
  }
  expect(await ask('https://shop.example.net/a')).toBe('ticket')
  for (const page of [
    'https://evil.example/',
    'https://shop.example.net/?to=//evil.example',
    'http://shop.example.net/',
    'javascript:alert(1)',
    'no page',
  ])
    expect([page, await ask(page)]).toEqual([page, 'domain-not-permitted'])
})
