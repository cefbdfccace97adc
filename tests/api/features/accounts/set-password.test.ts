import { expect, test } from 'vitest'
import { codeIn, openTestServices } from '../../../support/open-test-services'

const email = 'ann@example.com'
const password = 'correct horse'

async function openWithoutPassword() {
  const services = await openTestServices()
  await services.call('sendPasswordlessSignupEmail', { email })
  const passwordlessToken = codeIn((await services.mails())[0])
  const { data } = await services.call('passwordlessSignup', { email, passwordlessToken })
  return { services, id: data.member.id, token: data.tokens.accessToken }
}

test('who joined with a code chooses a password, stays logged in, and logs in with it', async () => {
  const { services, id, token } = await openWithoutPassword()
  await services.call('sendResetPasswordEmail', { email })
  const { data } = await services.call('setPassword', { password }, await services.as(token))
  expect(data).toMatchObject({ id, auth: { hasPassword: true } })
  expect((await services.as(token)).member?.id).toBe(id)
  expect(await services.store.codes.findOpen(id, 'reset-password', services.clock.now())).toBeNull()
  await services.call('login', { email, password })
})

test('who has a password is refused, without a hash', async () => {
  const { services, token } = await openWithoutPassword()
  await services.call('setPassword', { password }, await services.as(token))
  const before = services.hashes()
  const again = services.call('setPassword', { password: 'battery staple' }, await services.as(token))
  await expect(again).rejects.toMatchObject({ code: 'password-already-set', status: 409 })
  expect(services.hashes()).toBe(before)
  await services.call('login', { email, password })
})

test('of two at the same moment one is set', async () => {
  const { services, token } = await openWithoutPassword()
  const context = await services.as(token)
  const both = await Promise.allSettled([
    services.call('setPassword', { password }, context),
    services.call('setPassword', { password: 'battery staple' }, context),
  ])
  const refused = both.filter((result) => result.status === 'rejected')
  expect(refused.map(({ reason }) => reason)).toMatchObject([{ code: 'password-already-set' }])
})

test('the eleventh try in fifteen minutes has to wait', async () => {
  const { services, token } = await openWithoutPassword()
  await services.call('setPassword', { password }, await services.as(token))
  const context = await services.as(token)
  for (let attempt = 1; attempt < 10; attempt += 1) {
    await expect(services.call('setPassword', { password }, context)).rejects.toMatchObject({ status: 409 })
  }
  const late = services.call('setPassword', { password }, context)
  await expect(late).rejects.toMatchObject({ code: 'too-many-requests' })
})
