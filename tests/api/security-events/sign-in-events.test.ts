import { Secret, TOTP } from 'otpauth'
import { expect, it, onTestFinished } from 'vitest'
import { linesOf, namesOf } from '../../support/security-events'
import { softAuthenticator } from '../../support/soft-authenticator'
import { completeRecoveries } from '../../../api/features/second-factor/recovery'
import { startTestApi } from '../../support/start-api'

const ORIGIN = 'http://localhost:4002'
const ann = { email: 'ann@example.com', password: 'correct horse' }
const known = { kind: 'security', appId: 'app_demo', mode: 'test' }

/** A verified member who has just logged in. */
async function start() {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const { data } = await api.call('signup', ann)
  const { id } = data.member
  await api.store.members.update(id, { verified: true })
  const how = { token: data.tokens.accessToken, origin: ORIGIN }
  return { api, id, how, during: (work: () => Promise<unknown>) => linesOf(api, work) }
}

it('passkey-added, passkey-counter-fell, passkey-removed', async () => {
  const { api, id, how, during } = await start()
  const authenticator = softAuthenticator()
  const credential = authenticator.create((await api.call('getPasskeyOptions', {}, how)).data, ORIGIN)
  const added = await during(() => api.call('addPasskey', { credential }, how))
  expect(added).toMatchObject([{ ...known, event: 'passkey-added', memberId: id }])
  const passkeyId = String(added[0]?.['subject'])
  const logIn = async (count: number) => {
    const { data } = await api.call('getPasskeyLoginOptions', {}, { origin: ORIGIN })
    const signed = authenticator.get(data, ORIGIN, { count })
    return api.call('passkeyLogin', { credential: signed }, { origin: ORIGIN })
  }
  expect(await during(() => logIn(7))).toMatchObject([{ ...known, event: 'login-succeeded', method: 'passkey' }])
  expect(namesOf(await during(() => logIn(3)))).toEqual(['passkey-counter-fell', 'login-refused'])
  const removed = await during(() => api.call('removePasskey', { passkeyId }, how))
  expect(removed).toMatchObject([{ ...known, event: 'passkey-removed', memberId: id, subject: passkeyId }])
})

it('second-factor-enabled, second-factor-refused, second-factor-disabled', async () => {
  const { api, id, how, during } = await start()
  const { secret } = (await api.call('startTotp', {}, how)).data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() })
  const wrong = code === '000000' ? '000001' : '000000'
  expect(await during(() => api.call('confirmTotp', { code: wrong }, how))).toMatchObject([
    { ...known, event: 'second-factor-refused', memberId: id },
  ])
  const enabled = await during(() => api.call('confirmTotp', { code }, how))
  expect(enabled).toMatchObject([{ ...known, event: 'second-factor-enabled', memberId: id }])
  expect(JSON.stringify(enabled)).not.toContain(secret)
  expect(await during(() => api.call('removeTotp', {}, how))).toMatchObject([
    { ...known, event: 'second-factor-disabled', memberId: id },
  ])
})

it('recovery-requested, recovery-started, recovery-canceled, recovery-completed', async () => {
  const { api, id, how, during } = await start()
  const { secret } = (await api.call('startTotp', {}, how)).data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now() })
  await api.call('confirmTotp', { code }, how)
  const ask = async () => {
    const { body } = await api.call('login', ann, { origin: ORIGIN })
    return api.call('requestSecondFactorRecovery', { challenge: String(Object(body).challenge) }, { origin: ORIGIN })
  }
  const mailedPage = async (fields: Record<string, string> = {}) => {
    const token = /token=([\w-]+)/u.exec((await api.mailTo(ann.email))?.text ?? '')?.[1] ?? 'none'
    const headers = { origin: 'http://localhost:4001', 'sec-fetch-site': 'same-origin' }
    const body = new URLSearchParams({ token, ...fields })
    expect((await api.request('/account/recovery', { method: 'POST', body, headers })).status).toBe(200)
  }
  const named = (event: string) => ({ ...known, event, memberId: id })
  expect(await during(ask)).toContainEqual(expect.objectContaining(named('recovery-requested')))
  expect(await during(mailedPage)).toMatchObject([named('recovery-started')])
  expect(await during(() => mailedPage({ action: 'cancel' }))).toMatchObject([named('recovery-canceled')])
  await ask()
  await mailedPage()
  expect(await during(() => api.call('cancelSecondFactorRecovery', {}, how))).toMatchObject([
    named('recovery-canceled'),
  ])
  await ask()
  await mailedPage()
  api.clock.advance(72 * 60 * 60_000)
  expect(await during(() => completeRecoveries(api.services))).toMatchObject([named('recovery-completed')])
  expect(JSON.stringify(api.securityLines)).not.toContain(ann.email)
})
