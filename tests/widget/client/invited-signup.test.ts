import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../support/start-api'
import { openClient } from './open-client'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

const person = (name: string) => ({ email: `${name}@example.com`, password: 'correct horse' })

test('a sign-up sends the tab’s invitation, and an invalid one does not prevent the account', async () => {
  const { client, requests } = openClient(api, { inviteToken: () => 'of-the-tab' })
  const { data } = await client.signupMemberEmailPassword(person('ada'))
  expect(requests[0]?.body).toMatchObject({ inviteToken: 'of-the-tab' })
  expect(data.member.teams.joinedTeams).toEqual([])
})

test('what a script of the page says itself goes before it', async () => {
  const { client, requests } = openClient(api, { inviteToken: () => 'of-the-tab' })
  await client.signupMemberEmailPassword({ ...person('bea'), inviteToken: 'own' })
  expect(requests[0]?.body).toMatchObject({ inviteToken: 'own' })
})

test('by a mailed code, too', async () => {
  const { client, requests } = openClient(api, { inviteToken: () => 'of-the-tab' })
  await client.signupMemberPasswordless({ email: 'cy@example.com', passwordlessToken: '123456' }).catch(() => {})
  expect(requests[0]).toMatchObject({ path: '/auth/signup?isPasswordless=true', body: { inviteToken: 'of-the-tab' } })
})

test('without an invitation nothing is said of one', async () => {
  const { client, requests } = openClient(api)
  await client.signupMemberEmailPassword(person('dan'))
  expect(requests[0]?.body).not.toHaveProperty('inviteToken')
})
