import { expect, test } from 'vitest'
import { softAuthenticator } from '../../../support/soft-authenticator'
import { addPasskey, join, logIn, openWithAnn, ORIGIN } from './passkey-tools'

test('the options ask for a discoverable passkey with a verified person, and name no member ID', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const { data } = await services.call('getPasskeyOptions', {}, member.how)
  expect(data).toMatchObject({
    rp: { id: 'localhost' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
  })
  expect(data.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
  expect(Buffer.from(data.user.id, 'base64url')).toHaveLength(32)
  await addPasskey(services, member, authenticator)
  const again = await services.call('getPasskeyOptions', {}, member.how)
  expect(again.data.user.id).toBe(data.user.id)
  expect(again.data.excludeCredentials).toHaveLength(1)
})

test('synced passkeys say so', async () => {
  const { services, member, authenticator } = await openWithAnn()
  expect(await addPasskey(services, member, authenticator)).toMatchObject({ name: 'Passkey', isSynced: false })
  const synced = await addPasskey(services, member, softAuthenticator({ isSynced: true }))
  expect(synced).toMatchObject({ name: 'Passkey 2', isSynced: true })
})

test('adding and removing need a fresh proof and a verified email', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const { id } = await addPasskey(services, member, authenticator)
  await services.store.members.update(member.id, { verified: false })
  const unverified = { ...member.how, member: await services.store.members.findById(member.id) }
  await expect(services.call('getPasskeyOptions', {}, unverified)).rejects.toMatchObject({ code: 'email-not-verified' })
  services.wait(11 * 60_000)
  const refused = { code: 'reauthentication-required', status: 403 }
  await expect(services.call('getPasskeyOptions', {}, member.how)).rejects.toMatchObject(refused)
  await expect(services.call('removePasskey', { passkeyId: id }, member.how)).rejects.toMatchObject(refused)
})

test('a challenge of another member adds nothing', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const bob = await join(services, 'bob@example.com')
  const { data } = await services.call('getPasskeyOptions', {}, bob.how)
  const credential = authenticator.create(data, ORIGIN)
  await expect(services.call('addPasskey', { credential }, member.how)).rejects.toMatchObject({
    code: 'passkey-refused',
  })
})

test.for([
  ['another origin', { origin: 'https://evil.example' }],
  ['a foreign frame', { crossOrigin: true }],
  ['no verified person', { isVerified: false }],
  ['another RP ID', { rpId: 'evil.example' }],
] as const)('%s adds nothing', async ([, lie]) => {
  const { services, member, authenticator } = await openWithAnn()
  await expect(addPasskey(services, member, authenticator, lie)).rejects.toMatchObject({ code: 'passkey-refused' })
  expect((await services.call('getPasskeys', {}, member.how)).data.passkeys).toEqual([])
})

test('a registration works once', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const { data } = await services.call('getPasskeyOptions', {}, member.how)
  const credential = authenticator.create(data, ORIGIN)
  const add = () => services.call('addPasskey', { credential }, member.how)
  const results = await Promise.allSettled([add(), add()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a member has at most 20, also when two begin at once', async () => {
  const { services, member } = await openWithAnn()
  for (let count = 0; count < 19; count += 1) await addPasskey(services, member, softAuthenticator())
  const begin = async () => {
    const { data } = await services.call('getPasskeyOptions', {}, member.how)
    return softAuthenticator().create(data, ORIGIN)
  }
  const [last, another] = [await begin(), await begin()]
  const reached = { code: 'passkey-limit-reached' }
  await services.call('addPasskey', { credential: last }, member.how)
  await expect(services.call('addPasskey', { credential: another }, member.how)).rejects.toMatchObject(reached)
  await expect(begin()).rejects.toMatchObject(reached)
})

test('others cannot rename or remove it', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const { id } = await addPasskey(services, member, authenticator)
  const bob = await join(services, 'bob@example.com')
  const named = { passkeyId: id, name: 'Mine' }
  await expect(services.call('renamePasskey', named, bob.how)).rejects.toMatchObject({ code: 'not-found' })
  await expect(services.call('removePasskey', { passkeyId: id }, bob.how)).rejects.toMatchObject({ code: 'not-found' })
  expect((await services.call('renamePasskey', named, member.how)).data.name).toBe('Mine')
})

test('the last login method stays, also when two are removed at once', async () => {
  const { services, member } = await openWithAnn({
    passwordless: { enabled: false, isDefault: false },
    signIn: { preset: 'compatible', methods: { link: false } },
  })
  const [one, two] = [softAuthenticator(), softAuthenticator()]
  const ids = [(await addPasskey(services, member, one)).id, (await addPasskey(services, member, two)).id]
  await services.store.members.update(member.id, { passwordHash: null })
  const remove = (passkeyId: string) => services.call('removePasskey', { passkeyId }, member.how)
  const results = await Promise.allSettled(ids.map(remove))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toMatchObject([{ reason: { code: 'last-login-method', status: 409 } }])
  const left = (await services.call('getPasskeys', {}, member.how)).data.passkeys
  expect(left).toHaveLength(1)
  expect((await logIn(services, left[0]?.id === ids[0] ? one : two)).data.member.id).toBe(member.id)
})
