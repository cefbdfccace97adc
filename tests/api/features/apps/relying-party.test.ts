import { expect, test } from 'vitest'
import { offersPasskeys, relatedOrigins, relyingPartyOf } from '../../../../api/features/apps/relying-party'
import type { PasskeyApp } from '../../../../api/features/apps/relying-party'

const appOf = (liveDomains: string[], rpId?: string): PasskeyApp => ({
  id: 'app_x',
  liveDomains,
  passwordless: { enabled: true, isDefault: false },
  signIn: { preset: 'compatible', ...(rpId !== undefined && { passkeys: { rpId } }) },
})

test.for([
  ['https://www.example.com', ['www.example.com', 'example.com'], 'example.com'],
  ['https://shop.example.co.uk', ['shop.example.co.uk'], 'example.co.uk'],
  ['https://shop.webflow.io', ['shop.webflow.io'], 'shop.webflow.io'],
  ['https://me.github.io', ['me.github.io', 'www.me.github.io'], 'me.github.io'],
  ['http://live.localhost:4002', ['demo.example', 'live.localhost'], 'live.localhost'],
  ['https://demo.example', ['demo.example', 'live.localhost'], 'demo.example'],
] as const)('a live page of %s with %j belongs to %s', async ([origin, domains, rpId]) => {
  expect(await relyingPartyOf(appOf([...domains]), 'live', origin)).toEqual({ rpId, isRelated: false })
})

test.for(['https://www.example.com', 'http://localhost:3000', 'https://preview.shop.webflow.io'])(
  'a test page of %s belongs to its exact host',
  async (origin) => {
    const { hostname } = new URL(origin)
    expect(await relyingPartyOf(appOf(['example.com']), 'test', origin)).toEqual({ rpId: hostname, isRelated: false })
  },
)

test.for(['http://127.0.0.1:3000', 'http://[::1]:3000', null])('%s has none', async (origin) => {
  expect(await relyingPartyOf(appOf(['example.com']), 'test', origin)).toBeNull()
})

test('several domains need a named one, and the others are related', async () => {
  const domains = ['www.example.com', 'example.org', 'shop.example.org']
  expect(await relyingPartyOf(appOf(domains), 'live', 'https://www.example.com')).toBeNull()
  const app = appOf(domains, 'example.com')
  expect(await relyingPartyOf(app, 'live', 'https://www.example.com')).toEqual({
    rpId: 'example.com',
    isRelated: false,
  })
  expect(await relyingPartyOf(app, 'live', 'https://shop.example.org')).toEqual({
    rpId: 'example.com',
    isRelated: true,
  })
  expect(await relatedOrigins(app, 'example.com')).toEqual(['https://example.org', 'https://shop.example.org'])
})

test('the file lists five labels at most, as browsers read it', async () => {
  const domains = ['a.example.com', 'one.org', 'one.net', 'two.org', 'three.org', 'four.org', 'five.org', 'six.org']
  const app = appOf(domains, 'example.com')
  const listed = await relatedOrigins(app, 'example.com')
  expect(listed).toHaveLength(6)
  expect(listed).toContain('https://one.net')
  expect(listed).not.toContain('https://six.org')
  expect(await relyingPartyOf(app, 'live', 'https://six.org')).toBeNull()
})

test('pages of several live domains offer passkeys only with a named one', async () => {
  const domains = ['example.com', 'example.org']
  expect(await offersPasskeys(appOf(domains), 'live')).toBe(false)
  expect(await offersPasskeys(appOf(domains), 'test')).toBe(true)
  expect(await offersPasskeys(appOf(domains, 'example.com'), 'live')).toBe(true)
  expect(await offersPasskeys(appOf(['example.com', 'www.example.com', 'live.localhost']), 'live')).toBe(true)
  const off = { ...appOf(['example.com']), signIn: { preset: 'compatible', methods: { passkey: false } } as const }
  expect(await offersPasskeys(off, 'live')).toBe(false)
})
