import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { API, locationOf, openApiWithWindow, OURS, SITE, walk } from './open-window'
import type { ProviderWindow } from './open-window'

let window: ProviderWindow
beforeEach(async () => void (window = await openApiWithWindow()))

const verifier = 'kept-by-the-tab'
const challenge = createHash('sha256').update(verifier).digest('hex')
const page = `${SITE}/shop/?a=b`
const google = { ...OURS, provider: 'google', return_url: page, challenge }
const ann = { email: 'ann@example.com', verified: 'on', action: 'continue' }

describe('the full-page flow', () => {
  it('returns with a token in the fragment, which is valid only with the page’s verifier', async () => {
    const back = await walk(window, 'signup', google, ann)
    expect(back.status).toBe(303)
    const [address, answer = ''] = locationOf(back)?.split('#ms-auth=') ?? []
    expect([address, answer]).toEqual([page, expect.stringMatching(/^[\w-]{43}$/u)])
    expect(back.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await window.call('redeemProviderAnswer', { answer, verifier: 'a guess' })).status).toBe(400)
    const told = (await window.call('redeemProviderAnswer', { answer, verifier })).data
    expect(told).toMatchObject({ flow: 'signup', auth: { member: { auth: { email: 'ann@example.com' } } } })
  })

  it('replaces the fragment of the page', async () => {
    const back = await walk(window, 'signup', { ...google, return_url: `${page}#part` }, ann)
    expect(locationOf(back)).toMatch(/\?a=b#ms-auth=[\w-]+$/u)
  })

  it('returns an error as its code', async () => {
    expect(locationOf(await walk(window, 'signup', google, { action: 'cancel' }))).toBe(
      `${page}#ms-auth-error=provider-cancelled`,
    )
    const unknown = await window.begin('signup', { ...google, provider: 'no-such' })
    expect(locationOf(unknown)).toBe(`${page}#ms-auth-error=provider-not-found`)
  })

  it('lets the consent page’s form end on the site, as browsers require', async () => {
    const begun = await window.begin('signup', google)
    const form = await window.visit((locationOf(begun) ?? '').replace(API, ''))
    expect(form.headers.get('content-security-policy')).toContain(`form-action 'self' ${SITE};`)
  })
})

describe('open redirects', () => {
  it.each([
    'https://evil.example/',
    'http://localhost:4003/',
    'http://user:pw@localhost:4002/',
    'javascript:alert(1)',
    'blob:http://localhost:4002/1',
    '/shop/',
    '//localhost:4002/',
    '',
  ])('are refused: %o', async (return_url) => {
    const refused = await window.begin('login', { ...google, return_url })
    expect([refused.status, locationOf(refused), window.cookies.size]).toEqual([400, null, 0])
  })

  it('are refused without a challenge, and a challenge without a URL', async () => {
    const { challenge: _, ...unproven } = google
    const { return_url: __, ...nowhere } = google
    for (const parameters of [unproven, nowhere, { ...google, challenge: 'abc' }]) {
      expect((await window.begin('login', parameters)).status).toBe(400)
    }
  })

  it('in Test Mode an error redirects only if the browser names the calling site', async () => {
    for (const referer of [null, 'https://mail.example/']) {
      const answer = await window.begin('login', { ...google, provider: 'no-such' }, referer)
      expect([answer.status, locationOf(answer)]).toEqual([404, null])
      expect(answer.html).toContain(`href="${page}#ms-auth-error=provider-not-found"`)
      expect(answer.words).toContain('Back to localhost:4002')
    }
  })

  it('in live mode the domain is the owner’s, so the calling site need not be named', async () => {
    const site = { opener_origin: 'https://demo.example', return_url: 'https://demo.example/a' }
    const answer = await window.begin('login', { ...google, ...site, publicKey: 'pk_demo' }, null)
    expect(locationOf(answer)).toBe('https://demo.example/a#ms-auth-error=provider-not-configured')
  })
})
