import { beforeEach, describe, expect, it } from 'vitest'
import { carried, locationOf, openApiWithWindow, OURS, PUBLISHED, SITE } from './open-window'
import type { ProviderWindow } from './open-window'

let window: ProviderWindow
beforeEach(async () => void (window = await openApiWithWindow()))

const live = { ...OURS, publicKey: 'pk_demo', provider: 'google' }

/** Who gets the error of an unknown provider; null: none. */
const told = async (parameters: Record<string, string>, referer: string | null): Promise<string | null> =>
  carried((await window.begin('login', { ...parameters, provider: 'no-such' }, referer)).html)?.origin ?? null

describe('the origin that gets the result', () => {
  it('is exactly the one that our client names', async () => {
    expect(await told(OURS, `${SITE}/page.html`)).toBe(SITE)
    expect(await told(OURS, null)).toBe(SITE)
    expect(await told({ ...OURS, opener_origin: 'https://a.example:8443' }, null)).toBe('https://a.example:8443')
  })

  it.each(['*', 'null', '', 'https://a.example/path', 'https://user@a.example', 'ftp://a.example', 'javascript:1'])(
    'does not exist if our client names %o',
    async (origin) => {
      expect(await told({ ...OURS, opener_origin: origin, origin: 'localhost' }, `${SITE}/`)).toBeNull()
    },
  )

  it('is, for published clients, the browser’s Referer with the same host', async () => {
    expect(await told(PUBLISHED, `${SITE}/page.html?a=b`)).toBe(SITE)
    expect(await told({ ...PUBLISHED, origin: 'LOCALHOST' }, `${SITE}/`)).toBe(SITE)
    expect(await told(PUBLISHED, 'https://evil.example/')).toBeNull()
  })

  it('is, without a Referer, a registered domain over https', async () => {
    expect(await told({ ...PUBLISHED, origin: 'demo.example' }, null)).toBe('https://demo.example')
    expect(await told(PUBLISHED, null)).toBeNull()
    expect(await told({ ...PUBLISHED, origin: 'demo.example/x' }, null)).toBeNull()
    const { appId, publicKey } = PUBLISHED
    expect(await told({ appId, publicKey }, `${SITE}/`)).toBeNull()
  })
})

it('is missing: the page reports it, begins nothing and contains nothing', async () => {
  const before = window.dumpDatabase()
  const page = await window.begin('login', { ...PUBLISHED, provider: 'google' }, null)
  expect([page.status, carried(page.html), window.cookies.size]).toEqual([403, null, 0])
  expect(page.words).toContain('did not identify itself')
  expect(window.dumpDatabase()).toEqual(before)
})

describe('in live mode', () => {
  it('only pages of the app’s own domains can open it', async () => {
    for (const opener_origin of [SITE, 'https://evil.example', 'https://sub.demo.example']) {
      const page = await window.begin('login', { ...live, opener_origin }, `${opener_origin}/`)
      expect([page.status, carried(page.html), locationOf(page)]).toEqual([403, null, null])
      expect(page.words).toContain('This domain is not allowed in the live mode of this app.')
    }
  })

  it('an unconfigured provider has no replacement', async () => {
    const page = await window.begin('login', { ...live, opener_origin: 'https://demo.example' })
    expect([page.status, locationOf(page)]).toEqual([503, null])
    expect(carried(page.html)).toMatchObject({
      origin: 'https://demo.example',
      answer: { state: 'opener-state', error: { code: 'provider-not-configured' } },
    })
  })
})

describe('the app', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a key of another app', { appId: 'app_trusttag' }, 'This public key does not belong to the app.'],
    ['an unknown key', { publicKey: 'pk_sb_nobody' }, 'This public key does not belong to the app.'],
    ['a secret key', { publicKey: 'sk_sb_demo' }, 'You do not have access to this.'],
    ['an unknown app', { appId: 'app_nobody', publicKey: '' }, 'This app does not exist.'],
  ])('is refused for %s, without a report', async (_, changes, sentence) => {
    const page = await window.begin('login', { ...OURS, provider: 'google', ...changes })
    expect([carried(page.html), locationOf(page)]).toEqual([null, null])
    expect(page.status).toBeGreaterThanOrEqual(400)
    expect(page.words).toContain(sentence)
  })

  it('is found by its ID alone if a tag does not know its key yet', async () => {
    const { appId, opener_origin } = OURS
    const page = await window.begin('login', { appId, opener_origin, provider: 'google' })
    expect([page.status, new URL(locationOf(page) ?? '').pathname]).toEqual([303, '/test/consent'])
  })
})
