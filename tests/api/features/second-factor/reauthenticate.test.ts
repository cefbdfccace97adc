import { array, assert, asyncProperty, integer } from '../../../support/fast-check'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import type { Call } from '../../../../contract/schemas'
import type { RequestContext } from '../../../../api/features/members/context'
import { softAuthenticator } from '../../../support/soft-authenticator'
import type { TestServices } from '../../../support/open-test-services'
import { addPasskey, ann, join, openWithAnn, ORIGIN } from '../passkeys/passkey-tools'
import type { Person } from '../passkeys/passkey-tools'

const MINUTE_MS = 60_000

async function turnOn(services: TestServices, { how }: Person) {
  const { secret } = (await services.call('startTotp', {}, how)).data
  const shown = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: services.clock.now() })
  const { recoveryCodes } = (await services.call('confirmTotp', { code: shown() }, how)).data
  return { shown, recoveryCode: recoveryCodes[0]! }
}

async function optionsOf(services: TestServices, how: Partial<RequestContext>) {
  return (await services.call('getReauthenticationOptions', {}, how)).data
}

const prove = async (services: TestServices, how: Partial<RequestContext>, proof: Call<'reauthenticate'>) =>
  services.as((await services.call('reauthenticate', proof, how)).data.tokens.accessToken)

test('a code of the app and a recovery code are proofs, each once, and renew the session', async () => {
  const { services, member } = await openWithAnn()
  const { shown, recoveryCode } = await turnOn(services, member)
  services.wait(11 * MINUTE_MS)
  expect((await optionsOf(services, member.how)).methods).toEqual(['totp', 'recovery-code'])
  const refused = { code: 'reauthentication-required', methods: ['totp', 'recovery-code'] }
  await expect(services.call('removeTotp', {}, member.how)).rejects.toMatchObject(refused)
  const byCode = await prove(services, member.how, { code: shown() })
  await expect(services.call('reauthenticate', { code: shown() }, byCode)).rejects.toMatchObject({
    code: 'invalid-second-factor',
  })
  const byRecovery = await prove(services, byCode, { code: recoveryCode.toLowerCase() })
  await expect(services.call('reauthenticate', { code: recoveryCode }, byRecovery)).rejects.toMatchObject({
    code: 'invalid-second-factor',
  })
  const [session] = (await services.call('getMemberSessions', {}, byRecovery)).data
  expect(session?.methods).toEqual(['signup', 'totp', 'recovery-code'])
  await services.call('removeTotp', {}, byRecovery)
})

test('the password of a member with a second factor proves nothing', async () => {
  const { services, member } = await openWithAnn()
  await turnOn(services, member)
  services.wait(11 * MINUTE_MS)
  const attempt = services.call('reauthenticate', { password: ann.password }, member.how)
  await expect(attempt).rejects.toMatchObject({ code: 'reauthentication-required' })
  await expect(services.call('removeTotp', {}, member.how)).rejects.toMatchObject({ code: 'reauthentication-required' })
})

test('a passkey is a proof where its domain is, and its challenge works once', async () => {
  const { services, member, authenticator } = await openWithAnn()
  const { id } = await addPasskey(services, member, authenticator)
  services.wait(11 * MINUTE_MS)
  const { methods, passkey } = await optionsOf(services, member.how)
  expect(methods).toEqual(['passkey', 'password'])
  const credential = authenticator.get(passkey!, ORIGIN)
  const proven = await prove(services, member.how, { credential })
  await expect(services.call('reauthenticate', { credential }, proven)).rejects.toMatchObject({
    code: 'passkey-refused',
  })
  await services.call('removePasskey', { passkeyId: id }, proven)

  const elsewhere = await optionsOf(services, { ...proven, origin: 'http://192.0.2.1' })
  expect(elsewhere).toEqual({ methods: ['password'] })
})

test('a passkey of another member, and a challenge of a login, prove nothing', async () => {
  const { services, member, authenticator } = await openWithAnn()
  await addPasskey(services, member, authenticator)
  const mallory = await join(services, 'mallory@example.com')
  const theirs = softAuthenticator()
  await addPasskey(services, mallory, theirs)
  const { passkey } = await optionsOf(services, member.how)
  const login = (await services.call('getPasskeyLoginOptions', {})).data
  for (const credential of [theirs.get(passkey!, ORIGIN), authenticator.get(login, ORIGIN)])
    await expect(services.call('reauthenticate', { credential }, member.how)).rejects.toMatchObject({
      code: 'passkey-refused',
    })
})

test('an empty proof is refused, and eleven tries of a session in fifteen minutes too', async () => {
  const { services, member } = await openWithAnn()
  await expect(services.call('reauthenticate', {}, member.how)).rejects.toMatchObject({
    code: 'required-field-missing',
  })
  for (let n = 1; n < 10; n += 1)
    await expect(services.call('reauthenticate', { password: `wrong ${n}` }, member.how)).rejects.toMatchObject({
      code: 'invalid-password',
    })
  await expect(services.call('reauthenticate', { password: ann.password }, member.how)).rejects.toMatchObject({
    code: 'too-many-requests',
  })
})

test('a proof ends when the app says so, whatever happens in between', async () => {
  await assert(
    asyncProperty(
      integer({ min: 1, max: 60 }),
      array(integer({ min: 1, max: 2 * 60 * MINUTE_MS }), { minLength: 1, maxLength: 6 }),
      async (minutes, waits) => {
        const { services, member } = await openWithAnn({
          signIn: { preset: 'compatible', stepUp: { minutes } },
        })
        let me = member.how
        let provenAt = services.clock.now()
        for (const wait of waits) {
          services.wait(wait)
          const isFresh = services.clock.now() - provenAt < minutes * MINUTE_MS
          const act = services.call('endOtherMemberSessions', {}, me)
          if (isFresh) await act
          else {
            await expect(act).rejects.toMatchObject({ code: 'reauthentication-required' })
            me = await prove(services, me, { password: ann.password })
            provenAt = services.clock.now()
          }
        }
      },
    ),
    { numRuns: 15 },
  )
})
