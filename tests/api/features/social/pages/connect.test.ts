import { beforeEach, describe, expect, it } from 'vitest'
import { API, carried, locationOf, openApiWithWindow, OURS, PUBLISHED, SITE } from './open-window'
import type { ProviderWindow } from './open-window'
import type { TestApiOptions } from '../../../../support/start-api'

let window: ProviderWindow
let token: string
beforeEach(() => open())

async function open(options: TestApiOptions = {}): Promise<void> {
  window = await openApiWithWindow(options)
  const signedUp = await window.call('signup', { email: 'ann@example.com', password: 'a-good-password' })
  token = signedUp.data.tokens.accessToken
}

const google = { ...OURS, provider: 'google' }
const elsewhere = { email: 'elsewhere@example.com', verified: 'on', action: 'continue' }
const ticket = async () => (await window.call('createConnectTicket', {}, { token })).data.ticket
const providers = async () => (await window.call('getMember', {}, { token })).data?.auth.providers

/** From the consent page to the end of the window. */
async function finish(consentPage: string | null) {
  const consented = await window.consent(consentPage, elsewhere)
  return window.visit((locationOf(consented) ?? '').replace(API, ''))
}

it('our client names the member by a ticket, once', async () => {
  const parameters = { ...google, ticket: await ticket() }
  const page = await finish(locationOf(await window.begin('connect', parameters)))
  expect(carried(page.html)?.answer).toMatchObject({ data: { providers: [{ provider: 'google' }] } })
  expect(page.words).toContain('The provider is connected.')
  expect(await providers()).toEqual([{ provider: 'google' }])
  const again = await window.begin('connect', parameters)
  expect(carried(again.html)?.answer['error']).toMatchObject({ code: 'account-connect-requires-login' })
})

it('a published client names the member by its session token', async () => {
  const page = await window.begin('connect', { ...PUBLISHED, provider: 'google', member: token })
  expect(locationOf(page)).not.toContain(token)
  expect(carried((await finish(locationOf(page))).html)?.answer).toMatchObject({ data: { providers: [{}] } })
})

it.each([{}, { member: 'no-session' }, { ticket: 'no-ticket' }])(
  'without a proof, the page gets an error: %o',
  async (proof) => {
    const page = await window.begin('connect', { ...google, ...proof })
    expect([page.status, carried(page.html)?.answer['error']]).toMatchObject([
      401,
      { code: 'account-connect-requires-login' },
    ])
  },
)

it.each([null, 'https://evil.example/'])(
  'if the browser does not name the site (%o), the person is asked and sees the account',
  async (referer) => {
    const page = await window.begin('connect', { ...google, ticket: await ticket() }, referer)
    expect([page.status, locationOf(page)]).toEqual([200, null])
    expect(page.words).toContain('ann@example.com')
    expect(page.words).toContain('If this is not your account, close this window. Nothing has changed.')
    expect(page.html).not.toContain(token)
    expect(await providers()).toEqual([])
    const [, onward = ''] = /<a class="button" href="([^"]+)">/u.exec(page.html) ?? []
    await finish(onward.replaceAll('&amp;', '&'))
    expect(await providers()).toEqual([{ provider: 'google' }])
  },
)

const published = { ...PUBLISHED, provider: 'google' }
const ofMember = () => ({ ...published, member: token })
const onwardFrom = (html: string) =>
  (/<a class="button" href="([^"]+)">/u.exec(html)?.[1] ?? '').replaceAll('&amp;', '&')

/** Submits the window's question. */
const reply = (html: string, fields: Record<string, string>) =>
  window.visit('/auth-provider/continue', {
    method: 'POST',
    body: new URLSearchParams({ state: /name="state" value="([^"]+)"/u.exec(html)?.[1] ?? '', ...fields }),
    headers: { origin: API, 'sec-fetch-site': 'same-origin' },
  })

describe('a published client whose member logged in eleven minutes ago', () => {
  it('gets no connection for the session token alone: the window asks for the password', async () => {
    window.clock.advance(11 * 60_000)
    const question = await window.begin('connect', ofMember())
    expect([question.status, locationOf(question)]).toEqual([200, null])
    expect(question.words).toContain('Confirm it’s you')
    const again = await reply(question.html, { action: 'prove', password: 'not the password' })
    expect([again.status, onwardFrom(again.html)]).toEqual([401, ''])
    expect(again.words).toContain('This password is wrong.')
    const page = await reply(again.html, { action: 'prove', password: 'a-good-password' })
    expect(page.words).toContain('Connect Google?')
    expect(await providers()).toEqual([])
    expect(carried((await finish(onwardFrom(page.html))).html)?.answer).toMatchObject({ data: { providers: [{}] } })
    expect(await providers()).toEqual([{ provider: 'google' }])
    // The question works once, and the proof is good for this connection alone.
    expect((await reply(again.html, { action: 'prove', password: 'a-good-password' })).words).toContain('took too long')
    expect((await window.call('createConnectTicket', {}, { token })).body.code).toBe('reauthentication-required')
  })

  it('gets ten tries, and a canceled question ends', async () => {
    await open({ rateLimitFactor: 1 })
    window.clock.advance(11 * 60_000)
    const question = await window.begin('connect', ofMember())
    for (let tries = 0; tries < 10; tries += 1) await reply(question.html, { action: 'prove', password: 'wrong' })
    const late = await reply(question.html, { action: 'prove', password: 'a-good-password' })
    expect(carried(late.html)?.answer['error']).toMatchObject({ code: 'too-many-requests' })
    const canceled = await reply((await window.begin('connect', ofMember())).html, { action: 'cancel' })
    expect(carried(canceled.html)?.answer['error']).toMatchObject({ code: 'provider-cancelled' })
    expect(await providers()).toEqual([])
  })

  it('is told to log in again if the member has no password', async () => {
    const { id } = (await window.call('getMember', {}, { token })).data!
    await window.store.members.update(id, { passwordHash: null, verified: true })
    window.clock.advance(11 * 60_000)
    const page = await window.begin('connect', ofMember())
    expect(carried(page.html)?.answer['error']).toEqual({
      code: 'reauthentication-required',
      message: 'Please log in again to do this.',
    })
  })
})

it('a login is not asked about: without its opener it has no effect', async () => {
  expect((await window.begin('login', google, null)).status).toBe(303)
  expect((await window.begin('signup', { ...google, opener_origin: SITE }, null)).status).toBe(303)
})
