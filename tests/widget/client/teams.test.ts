import { afterAll, beforeAll, expect, test } from 'vitest'
import { $member } from '../../../widget/stores/identity'
import { startTestApi, type TestApi } from '../../support/start-api'
import { openClient } from './open-client'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

const person = (name: string) => ({ email: `${name}@example.com`, password: 'correct horse' })

/** One member buys a team plan; then the page belongs to a second person. */
async function openInvited(owner: string, guest: string) {
  const first = openClient(api).client
  const { data } = await first.signupMemberEmailPassword(person(owner))
  const bought = await first.purchasePlansWithCheckout({ priceId: 'prc_team-monthly', autoRedirect: false })
  await api.services.payments.testPages.pay(new URL(bought.data.url).searchParams.get('session') ?? '')
  const member = (await first.getCurrentMember()).data
  const teamId = member?.teams.ownedTeams[0]?.teamId ?? 'no team'
  const { inviteToken } = (await first.getTeam({ teamId })).data
  const { client } = openClient(api)
  await client.signupMemberEmailPassword(person(guest))
  return { client, teamId, inviteToken: inviteToken ?? 'no token', ownersToken: data.tokens.accessToken }
}
const joined = () => $member.get()?.teams.joinedTeams.map(({ teamId, active }) => ({ teamId, active }))

test('who joins a team, and who leaves it, is known to the page at once', async () => {
  const { client, teamId, inviteToken } = await openInvited('owner-1', 'guest-1')
  expect(await client.joinTeam({ inviteToken })).toMatchObject({ data: { teamId } })
  expect(joined()).toEqual([{ teamId, active: true }])
  await expect(client.joinTeam({ inviteToken })).rejects.toMatchObject({ code: 'already-in-team' })
  const memberId = $member.get()?.id ?? ''
  await client.removeMemberFromTeam({ teamId, memberId })
  expect(joined()).toEqual([])
})

test('a team is its owner’s to read; their session can be named', async () => {
  const { client, teamId, inviteToken, ownersToken } = await openInvited('owner-2', 'guest-2')
  await client.joinTeam({ inviteToken })
  await expect(client.getTeam({ teamId })).rejects.toMatchObject({ code: 'access-denied' })
  const { data } = await client.getTeam({ teamId }, { token: ownersToken })
  expect(data.members.map(({ role, member }) => `${role} ${member.auth.email}`)).toEqual([
    'OWNER owner-2@example.com',
    'MEMBER guest-2@example.com',
  ])
  const renewed = await client.generateInviteToken({ teamId }, { token: ownersToken })
  expect(renewed.data.inviteToken).not.toBe(inviteToken)
  await expect(client.joinTeam({ inviteToken })).rejects.toMatchObject({ code: 'invalid-invite-token' })
})
