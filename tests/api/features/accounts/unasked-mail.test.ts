import { expect, test } from 'vitest'
import { openTestServices } from '../../../support/open-test-services'

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

test('members who enter it as their new email cannot either', async () => {
  const { services, signup, toStranger } = await openWithMailsToStranger()
  for (let time = 0; time < 8; time += 1) {
    const context = await signup(`member${time}@example.com`)
    const asked = services.call('updateMemberAuth', { email: stranger }, context)
    if (time < 5) await asked
    else await expect(asked).rejects.toMatchObject({ code: 'too-many-requests' })
    await services.call('cancelEmailChange', {}, context)
  }
  expect(await toStranger()).toHaveLength(5)
})
