import { beforeEach, expect, it } from 'vitest'
import { API, carried, locationOf, openApiWithWindow, OURS, PUBLISHED, SITE } from './open-window'
import type { ProviderWindow } from './open-window'

let window: ProviderWindow
let token: string
beforeEach(async () => {
  window = await openApiWithWindow()
  const signedUp = await window.call('signup', { email: 'ann@example.com', password: 'a-good-password' })
  token = signedUp.data.tokens.accessToken
})

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
  'without a proof the page is told: %o',
  async (proof) => {
    const page = await window.begin('connect', { ...google, ...proof })
    expect([page.status, carried(page.html)?.answer['error']]).toMatchObject([
      401,
      { code: 'account-connect-requires-login' },
    ])
  },
)

it.each([null, 'https://evil.example/'])(
  'where the browser does not say that the site led here (%o) the person is asked, and sees whose account it would be',
  async (referer) => {
    const page = await window.begin('connect', { ...google, ticket: await ticket() }, referer)
    expect([page.status, locationOf(page)]).toEqual([200, null])
    expect(page.words).toContain('ann@example.com')
    expect(page.words).toContain('If that is not yours, close this window: nothing has changed.')
    expect(page.html).not.toContain(token)
    expect(await providers()).toEqual([])
    const [, onward = ''] = /<a class="button" href="([^"]+)">/u.exec(page.html) ?? []
    await finish(onward.replaceAll('&amp;', '&'))
    expect(await providers()).toEqual([{ provider: 'google' }])
  },
)

it('a login is not asked about: without the page that opened the window nothing comes of it', async () => {
  expect((await window.begin('login', google, null)).status).toBe(303)
  expect((await window.begin('signup', { ...google, opener_origin: SITE }, null)).status).toBe(303)
})
