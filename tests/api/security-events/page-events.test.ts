import { describe, expect, it } from 'vitest'
import { openApiWithPages } from '../../support/open-hosted-page'
import { API, locationOf, openApiWithWindow, OURS, SITE, walk } from '../features/social/pages/open-window'
import { openOwnerPage } from '../../support/open-owner-page'
import { linesOf, namesOf } from '../../support/security-events'
import { createHash } from 'node:crypto'
import { moveEmail } from '../../support/move-email'

const ann = { email: 'ann@example.com', password: 'correct horse' }
const known = { kind: 'security', appId: 'app_demo', mode: 'test', address: '192.0.2.1' }

describe('a hosted page emits one event', () => {
  async function start() {
    const api = await openApiWithPages()
    const { data } = await api.call('signup', ann)
    return { ...api, id: data.member.id, token: data.tokens.accessToken }
  }

  it('password-reset, and sessions-ended: not when the link is opened', async () => {
    const api = await start()
    await api.call('sendResetPasswordEmail', { email: ann.email })
    const link = await api.linkTo(ann.email)
    expect(await linesOf(api, () => api.open(link))).toEqual([])
    const lines = await linesOf(api, () => api.submit(link, { newPassword: 'another horse' }))
    expect(lines).toMatchObject([
      { ...known, event: 'password-reset', memberId: api.id, route: 'POST /account/reset-password' },
      { ...known, event: 'sessions-ended', memberId: api.id },
    ])
    expect(JSON.stringify(lines)).not.toMatch(/ann@|horse/u)
  })

  it('code-refused: an expired or used link', async () => {
    const api = await start()
    const lines = await linesOf(api, () => api.open('/account/reset-password?token=none'))
    expect(lines).toMatchObject([{ event: 'code-refused', reason: 'link-over' }])
  })

  it('email-verified, or password-refused', async () => {
    const api = await start()
    await api.call('sendEmailVerification', {}, { token: api.token })
    const link = await api.linkTo(ann.email)
    const tried = await linesOf(api, () => api.submit(link, { action: 'verify', password: 'wrong' }))
    expect(tried).toMatchObject([{ ...known, event: 'password-refused', memberId: api.id }])
    const proven = await linesOf(api, () => api.submit(link, { action: 'verify', password: ann.password }))
    expect(proven).toMatchObject([{ ...known, event: 'email-verified', memberId: api.id }])
    expect(proven).toHaveLength(1)
  })

  it('account-disowned, and sessions-ended', async () => {
    const api = await start()
    await api.call('sendEmailVerification', {}, { token: api.token })
    const link = await api.linkTo(ann.email)
    const lines = await linesOf(api, () => api.submit(link, { action: 'not-me' }))
    expect(namesOf(lines)).toEqual(['account-disowned', 'sessions-ended'])
  })

  it('email-change-undone, and sessions-ended', async () => {
    const api = await start()
    await api.store.members.update(api.id, { verified: true })
    await moveEmail(api, 'mallory@example.com', { token: api.token })
    const link = await api.linkTo(ann.email)
    const lines = await linesOf(api, () => api.submit(link, {}))
    expect(namesOf(lines)).toEqual(['email-change-undone', 'sessions-ended'])
    expect(lines).toMatchObject([
      { ...known, memberId: api.id },
      { ...known, memberId: api.id },
    ])
  })
})

describe('a provider login emits one event', () => {
  const google = { ...OURS, provider: 'google' }
  const anns = { email: 'Ann@Example.com', verified: 'on', action: 'continue' }

  it('account-created, then login-succeeded: by provider', async () => {
    const window = await openApiWithWindow()
    const first = await linesOf(window, () => walk(window, 'signup', google, anns))
    expect(first).toMatchObject([{ ...known, event: 'account-created', method: 'provider', subject: 'google' }])
    const second = await linesOf(window, () => walk(window, 'login', google, anns))
    expect(second).toMatchObject([{ event: 'login-succeeded', method: 'provider', memberId: first[0]?.['memberId'] }])
    expect([first.length, second.length]).toEqual([1, 1])
    expect(JSON.stringify([first, second])).not.toMatch(/ann@/iu)
  })

  it('login-succeeded: in the full-page flow when the page fetches the result', async () => {
    const window = await openApiWithWindow()
    await walk(window, 'signup', google, anns)
    const verifier = 'kept-by-the-tab'
    const challenge = createHash('sha256').update(verifier).digest('hex')
    let back: Awaited<ReturnType<typeof walk>> | null = null
    const way = { ...google, return_url: `${SITE}/`, challenge }
    expect(await linesOf(window, async () => void (back = await walk(window, 'login', way, anns)))).toEqual([])
    const answer = locationOf(back!)?.split('#ms-auth=')[1] ?? 'none'
    const lines = await linesOf(window, () => window.call('redeemProviderAnswer', { answer, verifier }))
    expect(lines).toMatchObject([{ ...known, event: 'login-succeeded', method: 'provider' }])
    expect(lines).toHaveLength(1)
  })

  it('provider-linked and provider-unlinked', async () => {
    const window = await openApiWithWindow()
    const { data } = await window.call('signup', ann)
    const how = { token: data.tokens.accessToken }
    const { ticket } = (await window.call('createConnectTicket', {}, how)).data
    const lines = await linesOf(window, () => walk(window, 'connect', { ...google, ticket }, anns))
    expect(lines).toMatchObject([{ ...known, event: 'provider-linked', subject: 'google', memberId: data.member.id }])
    const off = await linesOf(window, () => window.call('disconnectProvider', { provider: 'google' }, how))
    expect(off).toMatchObject([{ ...known, event: 'provider-unlinked', subject: 'google', memberId: data.member.id }])
    expect([lines.length, off.length]).toEqual([1, 1])
  })

  it('login-refused: a response that proves no identity', async () => {
    const window = await openApiWithWindow()
    const consented = await window.consent(locationOf(await window.begin('login', google)), anns)
    const forged = new URL(locationOf(consented) ?? '', API)
    forged.searchParams.set('code', 'forged')
    const lines = await linesOf(window, () => window.visit(forged.pathname + forged.search))
    expect(lines).toMatchObject([{ ...known, event: 'login-refused', method: 'provider', subject: 'google' }])
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toContain('forged')
  })
})

describe('the owner’s page emits one event', () => {
  it('owner-access-granted, and owner-access-refused for an expired or used link', async () => {
    const owner = await openOwnerPage()
    const token = await owner.link()
    const first = await linesOf(owner, () => owner.submit('/owner', { token }))
    expect(first).toMatchObject([
      { event: 'owner-access-granted', appId: 'app_shop', mode: 'test', actor: 'owner page' },
    ])
    const second = await linesOf(owner, () => owner.submit('/owner', { token }))
    expect(second).toMatchObject([{ event: 'owner-access-refused', reason: 'link-over' }])
    expect([first.length, second.length]).toEqual([1, 1])
    expect(JSON.stringify([first, second])).not.toContain(token)
  })

  it('owner-access-refused for an expired session, and no event without a session', async () => {
    const owner = await openOwnerPage()
    const cookie = await owner.enter(await owner.link())
    owner.clock.advance(30 * 24 * 3_600_000)
    const lines = await linesOf(owner, () => owner.open('/owner', { cookie }))
    expect(lines).toMatchObject([{ event: 'owner-access-refused', reason: 'session-over' }])
    expect(await linesOf(owner, () => owner.open('/owner', {}))).toEqual([])
  })

  it('origin-refused: a form without the token of the session', async () => {
    const owner = await openOwnerPage()
    const cookie = await owner.enter(await owner.link())
    const lines = await linesOf(owner, () => owner.submit('/owner/logout', { form: 'forged' }, { cookie }))
    expect(lines).toMatchObject([{ event: 'origin-refused', reason: 'access-denied' }])
    expect(lines).toHaveLength(1)
  })
})
