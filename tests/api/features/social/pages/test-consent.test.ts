import { beforeEach, describe, expect, it } from 'vitest'
import { PROVIDER_FLOW_LIFETIME_MINUTES } from '../../../../../contract/limits'
import { API, carried, locationOf, openApiWithWindow, OURS, walk } from './open-window'
import type { ProviderWindow } from './open-window'

let window: ProviderWindow
beforeEach(async () => void (window = await openApiWithWindow()))

const google = { ...OURS, provider: 'google' }
const pathOf = (location: string | null): string => (location ?? '').replace(API, '')
const openFor = async (provider: string) => pathOf(locationOf(await window.begin('signup', { ...OURS, provider })))

const memberOf = (html: string) => Object(Object(carried(html)?.answer['data']).member)

describe('the test consent page', () => {
  it('names the app and the provider, and says that it is a test', async () => {
    const { status, words } = await window.visit(await openFor('linkedin'))
    expect(status).toBe(200)
    expect(words).toContain('Demo Continue with LinkedIn')
    expect(words).toContain('Test Mode: this page replaces LinkedIn. No real account is used.')
  })

  it('asks for an address, empty at first, and whether it is verified, which is checked', async () => {
    const { html } = await window.visit(await openFor('google'))
    expect(html).toMatch(/<label for="email">Email<\/label>\s*<input\s+id="email"[^>]+value=""/u)
    expect(html).toMatch(/<input type="checkbox" name="verified" checked/u)
  })

  it('changes nothing when it is opened', async () => {
    const path = await openFor('google')
    const before = window.dumpDatabase()
    await window.visit(path)
    expect(window.dumpDatabase()).toEqual(before)
  })

  it.each(['facebook', 'spotify', 'dribbble'])(
    '%s never verifies the address, whatever is sent, and says why',
    async (provider) => {
      const { html, words } = await window.visit(await openFor(provider))
      expect(html).not.toContain('type="checkbox"')
      expect(words).toContain('does not guarantee that an email address was verified')
      const end = await walk(window, 'signup', { ...OURS, provider }, { email: 'ann@example.com', verified: 'on' })
      expect(memberOf(end.html)).toMatchObject({ auth: { email: 'ann@example.com' }, verified: false })
    },
  )

  it.each([
    ['ticked', { verified: 'on' }, true],
    ['not ticked', {}, false],
  ])('verifies the address if the box is %s', async (_, box, verified) => {
    const end = await walk(window, 'signup', google, { email: 'ann@example.com', ...box })
    expect(memberOf(end.html)).toMatchObject({ verified })
  })

  it('has one account per address, however it is written, and per provider', async () => {
    const first = await walk(window, 'signup', google, { email: 'ann@example.com' })
    const again = await walk(window, 'login', google, { email: ' ANN@example.com ' })
    expect(memberOf(again.html).id).toBe(memberOf(first.html).id)
    const other = await walk(window, 'login', { ...OURS, provider: 'github' }, { email: 'ann@example.com' })
    expect(carried(other.html)?.answer['error']).toMatchObject({ code: 'use-email-login' })
  })
})

describe('an invalid address', () => {
  it.each(['', 'ann', 'ann@', 'a@b@c'])('%o is refused, and the typed text stays', async (email) => {
    const location = locationOf(await window.begin('signup', google))
    const before = window.dumpDatabase()
    const page = await window.consent(location, { email, action: 'continue' })
    expect([page.status, locationOf(page)]).toEqual([400, null])
    expect(page.words).toContain('Please enter a valid email address.')
    expect(page.html).toMatch(new RegExp(`value="${email}"[^>]+aria-invalid="true" aria-describedby="problem"`, 'u'))
    expect(page.html).not.toMatch(/name="verified" checked/u)
    expect(window.dumpDatabase()).toEqual(before)
    expect((await window.consent(location, { email: 'ann@example.com' })).status).toBe(303)
  })

  it('shows markup as text', async () => {
    const location = locationOf(await window.begin('signup', google))
    const { html } = await window.consent(location, { email: '"><script>1</script>' })
    expect(html).not.toContain('<script>')
  })
})

describe('the test consent page does not exist', () => {
  const absent = async (path: string) => {
    const page = await window.visit(path)
    expect([page.status, page.html.includes('<form')]).toEqual([404, false])
  }

  it('for an unknown flow', async () => {
    await absent('/test/consent')
    await absent((await openFor('google')).replace(/state=[^&]+/u, 'state=made-up'))
  })

  it('for a finished or expired flow', async () => {
    const path = await openFor('google')
    const consented = await window.consent(path, { email: 'ann@example.com' })
    await window.visit(pathOf(locationOf(consented)))
    await absent(path)
    const late = await openFor('google')
    window.clock.advance(PROVIDER_FLOW_LIFETIME_MINUTES * 60_000)
    await absent(late)
  })

  it('for a target other than the provider’s callback', async () => {
    const path = await openFor('google')
    const to = (address: string) => path.replace(/redirect_uri=[^&]+/u, `redirect_uri=${encodeURIComponent(address)}`)
    for (const address of ['https://evil.example/', `${API}/auth-provider/callback/github`, `${API}/owner`]) {
      await absent(to(address))
      const posted = await window.consent(to(address), { email: 'ann@example.com' })
      expect([posted.status, locationOf(posted)]).toEqual([404, null])
    }
  })

  it('without a challenge', async () => {
    await absent((await openFor('google')).replace(/code_challenge=[^&]+/u, 'code_challenge=short'))
  })

  it('in live mode, whatever the database contains', async () => {
    const path = await openFor('google')
    const state = new URL(path, API).searchParams.get('state') ?? ''
    const { secrets, clock } = window.services
    const flow = await window.store.providerFlows.find(secrets.digest(state), clock.now())
    if (!flow) throw new Error('no way was begun')
    await window.store.providerFlows.insert({ ...flow, mode: 'live', stateDigest: secrets.digest('live-state') })
    await absent(path.replace(/state=[^&]+/u, 'state=live-state'))
  })
})

it('a form from another site is refused', async () => {
  const body = new URL(await openFor('google'), API).searchParams
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await window.visit('/test/consent', { method: 'POST', body, headers })).status).toBe(403)
})
