import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { aSecretKey, callAdmin } from '../../../support/admin-calls'
import { softAuthenticator } from '../../../support/soft-authenticator'
import { openListener } from './open-listener'

const ORIGIN = 'http://localhost:4002'

/** A verified member who has just logged in, and whose sign-up has arrived. */
async function open() {
  const shop = await openListener()
  const { id, token } = await shop.signUp()
  await shop.store.members.update(id, { verified: true })
  await shop.arrived()
  const how = { token, origin: ORIGIN }
  const key = await aSecretKey(shop, { appId: 'app_demo', mode: 'test' })
  const admin = (name: Parameters<typeof callAdmin>[2], input = {}) =>
    callAdmin(shop, key, name, { member: id, ...input })
  return { shop, id, how, admin }
}

type Opened = Awaited<ReturnType<typeof open>>

async function addPasskey({ shop, how }: Opened) {
  const { data } = await shop.call('getPasskeyOptions', {}, how)
  return (await shop.call('addPasskey', { credential: softAuthenticator().create(data, ORIGIN) }, how)).data
}

async function turnOn({ shop, how }: Opened) {
  const { secret } = (await shop.call('startTotp', {}, how)).data
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: shop.clock.now() })
  await shop.call('confirmTotp', { code }, how)
  return secret
}

test('passkeys: added and removed, by the member and by an owner', async () => {
  const opened = await open()
  const { shop, id, how, admin } = opened
  const { id: passkeyId, name } = await addPasskey(opened)
  const payload = { id, passkeyId, name }
  expect(await shop.arrived()).toMatchObject([{ event: 'member.passkey.added', payload }])
  await shop.call('removePasskey', { passkeyId }, how)
  expect(await shop.arrived()).toMatchObject([{ event: 'member.passkey.removed', payload }])
  const second = await addPasskey(opened)
  await shop.arrived()
  await admin('removeMemberPasskey', { passkeyId: second.id })
  expect(await shop.arrived()).toMatchObject([{ event: 'member.passkey.removed', payload: { passkeyId: second.id } }])
})

test('two-step verification: turned on and off, by the member and by an owner, and nothing of its secret', async () => {
  const opened = await open()
  const { shop, id, how, admin } = opened
  const secret = await turnOn(opened)
  const [on] = await shop.arrived()
  expect(on).toMatchObject({ event: 'member.secondFactor.enabled', payload: { id } })
  expect(JSON.stringify(on)).not.toContain(secret)
  await shop.call('removeTotp', {}, how)
  expect(await shop.arrived()).toMatchObject([{ event: 'member.secondFactor.disabled', payload: { id } }])
  await turnOn(opened)
  await shop.arrived()
  await admin('removeMemberSecondFactor')
  expect(await shop.arrived()).toMatchObject([{ event: 'member.secondFactor.disabled', payload: { id } }])
})

test('sessions: ended by the member and by an owner, once; not by a logout', async () => {
  const { shop, id, how, admin } = await open()
  await shop.call('endOtherMemberSessions', {}, how)
  expect(await shop.arrived()).toMatchObject([{ event: 'member.sessions.ended', payload: { id } }])
  await admin('removeMemberSessions')
  expect(await shop.arrived()).toMatchObject([{ event: 'member.sessions.ended', payload: { id } }])
  await admin('removeMemberSessions')
  expect(await shop.arrived()).toEqual([])
  const { data } = await shop.call('login', { email: 'ann@example.com', password: 'correct horse' })
  await shop.arrived()
  await shop.call('logout', {}, { token: data.tokens.accessToken })
  expect(await shop.arrived()).toEqual([])
})
