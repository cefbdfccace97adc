import { array, assert, asyncProperty, constantFrom, integer, record } from '../../../support/fast-check'
import { expect, test } from 'vitest'
import { openTestServices } from '../../../support/open-test-services'
import { ann, request, signUpAnn, stranger, WRONG } from './sign-in-tools'

/** An attacker who knows the email, on any network, with our client or a published one. */
const act = record({
  kind: constantFrom('password', 'passwords', 'code', 'reset', 'mail', 'reset mail', 'bob'),
  from: integer({ min: 1, max: 3 }),
  device: constantFrom(undefined, null, 'forged', 'bob'),
  waitMinutes: constantFrom(0, 0, 1, 20),
})

test('whatever others do, a known device with the right password enters, and so does its own code', async () => {
  await assert(
    asyncProperty(array(act, { minLength: 5, maxLength: 25 }), async (acts) => {
      const services = await openTestServices()
      const { device } = await signUpAnn(services)
      const bob = { email: 'bob@example.com', password: 'correct horse' }
      const bobs = (await services.call('signup', { ...bob, device: null })).data.device ?? ''
      const forged = `${device.split('.')[0]}.${services.secrets.sessionToken()}`
      for (const { kind, from, device: claim, waitMinutes } of acts) {
        const sent = claim === undefined ? {} : { device: claim === 'bob' ? bobs : claim === 'forged' ? forged : claim }
        const by = stranger(from)
        const { email } = ann
        const tries = kind === 'passwords' ? 12 : 1
        for (let n = 0; n < tries; n += 1) {
          const call =
            kind === 'code'
              ? services.call('passwordlessLogin', { email, passwordlessToken: '000000', ...sent }, by)
              : kind === 'reset'
                ? services.call('resetPassword', { email, token: '000000', newPassword: WRONG, ...sent }, by)
                : kind === 'mail'
                  ? services.call('sendPasswordlessLoginEmail', { email, ...sent }, by)
                  : kind === 'reset mail'
                    ? services.call('sendResetPasswordEmail', { email, ...sent }, by)
                    : services.call('login', { ...(kind === 'bob' ? bob : ann), password: WRONG, ...sent }, by)
          await call.catch(() => {})
        }
        services.wait(waitMinutes * 60_000)
        expect((await services.call('login', { ...ann, device })).data.member.auth.email).toBe(email)
      }
      const { code, requestToken } = await request(services, 'sendPasswordlessLoginEmail', { device })
      await services.call('passwordlessLogin', { email: ann.email, passwordlessToken: code, requestToken, device })
      await services.store.close()
    }),
    { numRuns: 12 },
  )
})
