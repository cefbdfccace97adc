import { expect, test } from 'vitest'
import { openTestServices } from './open-test-services'

const stranger = 'stranger@example.com'
const password = 'correct horse'

async function openWithMailsToStranger() {
  const services = await openTestServices({ verificationMailOnSignup: true })
  const signup = async (email: string) =>
    services.as((await services.call('signup', { email, password })).data.tokens.accessToken)
  const toStranger = async () => (await services.mails()).filter(({ to }) => to === stranger)
  return { services, signup, toStranger }
}

test('accounts that are made and deleted again cannot fill a stranger’s mailbox', async () => {
  const { services, signup, toStranger } = await openWithMailsToStranger()
  for (let time = 0; time < 8; time += 1) await services.call('deleteMember', {}, await signup(stranger))
  expect(await toStranger()).toHaveLength(5)
})

test('members who change to the address and away again cannot either', async () => {
  const { services, signup, toStranger } = await openWithMailsToStranger()
  for (let time = 0; time < 4; time += 1) {
    const context = await signup(`member${time}@example.com`)
    await services.call('updateMemberAuth', { email: stranger }, context)
    const member = await services.store.members.findByEmail('app_demo', 'test', stranger)
    await services.call('updateMemberAuth', { email: `away${time}@example.com` }, { ...context, member })
  }
  expect(await toStranger()).toHaveLength(5)
})

test('a verified address is told of its loss however many mails it had', async () => {
  const { services, signup, toStranger } = await openWithMailsToStranger()
  const context = await signup(stranger)
  const member = { ...context.member!, verified: true }
  await services.store.members.update(member.id, { verified: true })
  for (let time = 0; time < 4; time += 1) {
    await services.rateLimiter.take('verificationMailsPerAccount', `app_demo test ${stranger}`)
  }
  await services.call('updateMemberAuth', { email: 'away@example.com' }, { ...context, member })
  expect((await toStranger()).map(({ subject }) => subject)).toContainEqual(expect.stringContaining('was changed'))
})
