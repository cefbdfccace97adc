import * as v from 'valibot'
import { beforeEach, expect, it } from 'vitest'
import { API, carried, locationOf, openApiWithWindow, OURS, SITE, walk } from './open-window'
import type { ProviderWindow } from './open-window'

let window: ProviderWindow
let token: string
beforeEach(async () => {
  window = await openApiWithWindow()
  const page = await walk(window, 'signup', { ...OURS, provider: 'google' }, ann)
  token = tokenIn(carried(page.html)?.answer)
  window.clock.advance(11 * 60_000)
})

const renewal = v.object({ data: v.object({ tokens: v.object({ accessToken: v.string() }) }) })
const tokenIn = (answer: unknown): string => v.parse(renewal, answer).data.tokens.accessToken

const ann = { email: 'ann@example.com', verified: 'on', action: 'continue' }
const bob = { ...ann, email: 'bob@example.com' }
const google = { ...OURS, provider: 'google' }
const ticketFor = async (purpose: 'connect' | 'prove') =>
  (await window.call('createConnectTicket', { purpose }, { token })).data.ticket

const prove = async (fields: Record<string, string>, parameters = google) =>
  carried((await walk(window, 'prove', { ...parameters, ticket: await ticketFor('prove') }, fields)).html)?.answer

it('a login with a connected provider proves the member and renews the session; the former token only reads', async () => {
  const act = (used: string) => window.call('endOtherMemberSessions', {}, { token: used })
  expect((await act(token)).body).toMatchObject({ code: 'reauthentication-required', methods: ['provider'] })
  const page = await walk(window, 'prove', { ...google, ticket: await ticketFor('prove') }, ann)
  const { origin, answer } = carried(page.html)!
  expect([origin, answer['state']]).toEqual([SITE, 'opener-state'])
  const renewed = tokenIn(answer)
  expect(Object.keys(Object(answer['data']))).toEqual(['tokens'])
  expect(renewed).not.toBe(token)
  expect(page.words).toContain('Thank you.')
  expect((await act(renewed)).data).toEqual({ ended: 0 })
  expect((await act(token)).body.code).toBe('client/invalid-token')
  const [session] = (await window.call('getMemberSessions', {}, { token: renewed })).data
  expect(session?.methods).toContain('provider')
})

it('another account of the provider, and an account of another member, prove nothing', async () => {
  expect(await prove(bob)).toMatchObject({ error: { code: 'account-not-connected' } })
  await walk(window, 'signup', google, bob)
  expect(await prove(bob)).toMatchObject({ error: { code: 'account-not-connected' } })
  expect(await prove(ann, { ...OURS, provider: 'github' })).toMatchObject({ error: { code: 'account-not-connected' } })
  expect((await window.call('createConnectTicket', {}, { token })).body.code).toBe('reauthentication-required')
})

it('a member with an authenticator app cannot use it', async () => {
  const { id } = (await window.call('getMember', {}, { token })).data!
  const row = { memberId: id, appId: 'app_demo', mode: 'test' as const, secret: '', lastStep: null, createdAt: 1 }
  await window.store.kysely
    .insertInto('totpSecrets')
    .values({ ...row, confirmedAt: 1 })
    .execute()
  expect(await prove(ann)).toMatchObject({ error: { code: 'reauthentication-required' } })
})

it('a ticket works once and for its purpose alone, because one for a proof is given without a proof', async () => {
  const ticket = await ticketFor('prove')
  const connect = await window.begin('connect', { ...google, provider: 'github', ticket })
  expect(carried(connect.html)?.answer['error']).toMatchObject({ code: 'account-connect-requires-login' })
  expect(locationOf(await window.begin('prove', { ...google, ticket }))).toContain('/test/consent')
  const again = await window.begin('prove', { ...google, ticket })
  expect(carried(again.html)?.answer['error']).toMatchObject({ code: 'account-connect-requires-login' })
  const renewed = tokenIn(await prove(ann))
  const fresh = (await window.call('createConnectTicket', {}, { token: renewed })).data.ticket
  const swapped = await window.begin('prove', { ...google, ticket: fresh })
  expect(carried(swapped.html)?.answer['error']).toMatchObject({ code: 'account-connect-requires-login' })
})

it('a session token in the URL, and a full page, begin no proof', async () => {
  const byToken = await window.begin('prove', { ...google, member: token })
  expect(carried(byToken.html)?.answer['error']).toMatchObject({ code: 'account-connect-requires-login' })
  const page = { return_url: `${SITE}/`, challenge: 'a'.repeat(64) }
  const full = await window.begin('prove', { ...google, ...page, ticket: await ticketFor('prove') })
  expect(locationOf(full)).toBe(`${SITE}/#ms-auth-error=invalid-field-value`)
})

it('a page that does not say where it is makes the window ask, so that no one proves for a stranger', async () => {
  const page = await window.begin('prove', { ...google, ticket: await ticketFor('prove') }, 'https://evil.example/')
  expect([page.status, locationOf(page)]).toEqual([200, null])
  expect(page.words).toContain('Confirm with Google?')
  expect(page.words).toContain('ann@example.com')
  expect(page.html).toContain(`${API}/test/consent`)
})
