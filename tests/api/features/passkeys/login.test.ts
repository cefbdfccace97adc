import { expect, test } from 'vitest'
import type { Lies } from '../../../support/soft-authenticator'
import { softAuthenticator } from '../../../support/soft-authenticator'
import { addPasskey, join, logIn, openWithAnn, ORIGIN } from './passkey-tools'

test('a passkey logs its member in, without an email', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const added = await addPasskey(services, member, authenticator)
  const { data } = await logIn(services, authenticator)
  expect(data.member.id).toBe(member.id)
  expect((await services.as(data.tokens.accessToken)).member?.id).toBe(member.id)
  const { passkeys } = (await services.call('getPasskeys', {}, member.how)).data
  expect(passkeys).toEqual([{ ...added, lastUsedAt: expect.any(String) }])
})

test('of two passkeys each logs in', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const other = softAuthenticator({ isSynced: true, step: 0 })
  await addPasskey(services, member, authenticator)
  await addPasskey(services, member, other)
  for (const one of [authenticator, other]) expect((await logIn(services, one)).data.member.id).toBe(member.id)
})

const lies: Record<string, Lies> = {
  'another origin': { origin: 'https://evil.example' },
  'a foreign frame': { crossOrigin: true },
  'a foreign frame that is named': { crossOrigin: true, topOrigin: 'https://evil.example' },
  'a named top page without a frame': { topOrigin: 'https://evil.example' },
  'another RP ID': { rpId: 'evil.example' },
  'no verified person': { isVerified: false },
  'a registration': { type: 'webauthn.create' },
  'an invented challenge': { challenge: Buffer.alloc(54).toString('base64url') },
  'a challenge of another length': { challenge: 'AAAA' },
  'the handle of another member': { userHandle: Buffer.from('somebody').toString('base64url') },
  'no handle': { userHandle: null },
}

test.for(Object.entries(lies))('%s is refused', async ([, lie]) => {
  const { services, member, authenticator } = await openWithAnn()
  await addPasskey(services, member, authenticator)
  await expect(logIn(services, authenticator, lie)).rejects.toMatchObject({ code: 'passkey-refused', status: 401 })
  expect((await logIn(services, authenticator)).data.member.id).toBe(member.id)
})

test('a signed challenge works once, also for parallel calls', async () => {
  const { services, member, authenticator } = await openWithAnn()
  await addPasskey(services, member, authenticator)
  const { data } = await services.call('getPasskeyLoginOptions', {})
  const credential = authenticator.get(data, ORIGIN)
  const results = await Promise.allSettled([1, 2, 3].map(() => services.call('passkeyLogin', { credential })))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await expect(services.call('passkeyLogin', { credential })).rejects.toMatchObject({ code: 'passkey-refused' })
})

test('another spelling of a used challenge does not work either', async () => {
  const { services, member } = await openWithAnn()
  const authenticator = softAuthenticator({ isSynced: true, step: 0 })
  await addPasskey(services, member, authenticator)
  const { data } = await services.call('getPasskeyLoginOptions', {})
  await services.call('passkeyLogin', { credential: authenticator.get(data, ORIGIN) })
  const again = authenticator.get({ ...data, challenge: `${data.challenge}=` }, ORIGIN)
  await expect(services.call('passkeyLogin', { credential: again })).rejects.toMatchObject({ code: 'passkey-refused' })
})

test('a challenge lives for ten minutes', async () => {
  const { services, member, authenticator } = await openWithAnn()
  await addPasskey(services, member, authenticator)
  const { data } = await services.call('getPasskeyLoginOptions', {})
  const credential = authenticator.get(data, ORIGIN)
  services.wait(10 * 60_000)
  await expect(services.call('passkeyLogin', { credential })).rejects.toMatchObject({ code: 'passkey-refused' })
})

test('a challenge for one page, mode or purpose is invalid for another', async () => {
  const { services, member, authenticator } = await openWithAnn()
  await addPasskey(services, member, authenticator)
  const swapped = async (context: object) => {
    const { data } = await services.call('getPasskeyLoginOptions', {}, context)
    const credential = authenticator.get({ ...data, rpId: 'localhost' }, ORIGIN)
    return services.call('passkeyLogin', { credential })
  }
  const refused = { code: 'passkey-refused' }
  await expect(swapped({ origin: 'http://localhost:4009' })).rejects.toMatchObject(refused)
  await expect(swapped({ origin: 'http://live.localhost', mode: 'live' })).rejects.toMatchObject(refused)
  const { data } = await services.call('getPasskeyOptions', {}, member.how)
  const forAdding = authenticator.get({ ...data, rpId: data.rp.id, userVerification: 'required' }, ORIGIN)
  await expect(services.call('passkeyLogin', { credential: forAdding })).rejects.toMatchObject(refused)
})

test('a passkey of Test Mode is unknown in live mode', async () => {
  const { services, member, authenticator } = await openWithAnn()
  await addPasskey(services, member, authenticator)
  const live = { mode: 'live', origin: ORIGIN } as const
  await expect(logIn(services, authenticator, {}, live)).rejects.toMatchObject({ code: 'passkey-not-found' })
})

test('a removed passkey is not found', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const { id } = await addPasskey(services, member, authenticator)
  const { data } = await services.call('removePasskey', { passkeyId: id }, member.how)
  expect(data.credentialId).toBe(authenticator.credentials[0]?.id.toString('base64url'))
  await expect(logIn(services, authenticator)).rejects.toMatchObject({ code: 'passkey-not-found', status: 401 })
})

test('a falling counter is refused on a key of one device, and only logged for a synced one', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const synced = softAuthenticator({ isSynced: true })
  await addPasskey(services, member, authenticator)
  await logIn(services, authenticator, { count: 7 })
  for (const count of [7, 6, 0])
    await expect(logIn(services, authenticator, { count })).rejects.toMatchObject({ code: 'passkey-refused' })
  await logIn(services, authenticator, { count: 8 })
  await addPasskey(services, member, synced)
  await logIn(services, synced, { count: 7 })
  expect((await logIn(services, synced, { count: 3 })).data.member.id).toBe(member.id)
})

test('a signature by another key is refused', async () => {
  const { services, member, authenticator } = await openWithAnn()
  await addPasskey(services, member, authenticator)
  const bob = await join(services, 'bob@example.com')
  const other = softAuthenticator()
  await addPasskey(services, bob, other)
  const { data } = await services.call('getPasskeyLoginOptions', {})
  const mine = authenticator.get(data, ORIGIN)
  const theirs = other.get(data, ORIGIN)
  const forged = { ...mine, response: { ...mine.response, signature: theirs.response.signature } }
  await expect(services.call('passkeyLogin', { credential: forged })).rejects.toMatchObject({ code: 'passkey-refused' })
})

test('an IP address and a page without an origin have no passkeys', async () => {
  const { services } = await openWithAnn()
  for (const origin of ['http://127.0.0.1:4002', 'http://[::1]:4002', null])
    await expect(services.call('getPasskeyLoginOptions', {}, { origin })).rejects.toMatchObject({
      code: 'login-method-disabled',
    })
})

test('an app can switch passkeys off', async () => {
  const { services } = await openWithAnn({ signIn: { preset: 'compatible', methods: { passkey: false } } })
  await expect(services.call('getPasskeyLoginOptions', {})).rejects.toMatchObject({ code: 'login-method-disabled' })
})

test('one IP address gets 120 challenges in ten minutes', async () => {
  const { services } = await openWithAnn()
  for (let count = 0; count < 120; count += 1) await services.call('getPasskeyLoginOptions', {})
  await expect(services.call('getPasskeyLoginOptions', {})).rejects.toMatchObject({ code: 'too-many-requests' })
})
