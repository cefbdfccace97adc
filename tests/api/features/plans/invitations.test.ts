import { expect, test } from 'vitest'
import type { TestTeam } from './open-team'
import { changePlan, openTeam, password, signUp } from './open-team'
import { codeIn } from '../../../support/open-test-services'

const email = 'mate@example.com'

/** Every sign-up method, with its response. */
const ways = {
  'a password': ({ services }: TestTeam, inviteToken: string | null) =>
    services.call('signup', { email, password, inviteToken }),
  'a mailed code': async ({ services }: TestTeam, inviteToken: string | null) => {
    await services.call('sendPasswordlessSignupEmail', { email })
    const passwordlessToken = codeIn((await services.mails()).at(-1))
    return services.call('passwordlessSignup', { email, passwordlessToken, inviteToken })
  },
}

/** Useless invitations, each with its message. */
const useless: [string, (team: TestTeam) => Promise<string>, string][] = [
  ['that nobody gave out', async () => 'a-token', 'This invitation is no longer valid. Please ask for a new link.'],
  ['as long as a letter', async () => 'x'.repeat(5000), 'This invitation is no longer valid.'],
  ['that holds what no text holds', async () => 'a\u0000b', 'This invitation is no longer valid.'],
  [
    'into a full team',
    async ({ teammate, inviteToken }) => {
      for (const name of ['a', 'b', 'c', 'd']) await teammate(name)
      return inviteToken
    },
    'This team has no seats left.',
  ],
  [
    'into a team whose owner did not pay',
    async ({ setStatus, inviteToken }) => {
      await setStatus('REQUIRES_PAYMENT')
      return inviteToken
    },
    'This team can’t accept members',
  ],
  [
    'that was taken back',
    async ({ services, owner, teamId, inviteToken }) => {
      await services.call('generateInviteToken', { teamId }, owner.context)
      return inviteToken
    },
    'This invitation is no longer valid.',
  ],
]

for (const [way, signUpBy] of Object.entries(ways)) {
  test(`a sign-up by ${way} with an invitation is in the team at once`, async () => {
    const team = await openTeam()
    const { data, message } = await signUpBy(team, team.inviteToken)
    expect(data.member.teams.joinedTeams).toMatchObject([{ teamId: team.teamId, active: true }])
    expect(message).toBeUndefined()
    expect(await team.count()).toBe(2)
  })

  test.for(useless)(`a sign-up by ${way} with an invitation %s makes the account and says why`, async (useless_) => {
    const [, prepare, reason] = useless_
    const team = await openTeam()
    const token = await prepare(team)
    const people = await team.count()
    const { data, message } = await signUpBy(team, token)
    expect(message).toMatch(new RegExp(`^You could not join the team\\. ${reason}`, 'u'))
    expect(data.member).toMatchObject({ auth: { email }, teams: { joinedTeams: [] } })
    expect((await team.services.as(data.tokens.accessToken)).member?.email).toBe(email)
    expect(await team.count()).toBe(people)
  })

  test.for([null, '', ' '])(`a sign-up by ${way} with the invitation %j has none`, async (token) => {
    const answer = await signUpBy(await openTeam(), token)
    expect(answer).toEqual({ data: expect.objectContaining({ redirect: null }) })
  })
}

test('refuses an invitation into a team of the other mode', async () => {
  const { services, inviteToken, count } = await openTeam()
  const answer = await services.call('signup', { email, password, inviteToken }, { mode: 'live' })
  expect(answer.message).toContain('This invitation is no longer valid.')
  expect(await count()).toBe(1)
})

test('a failed sign-up takes no seat', async () => {
  const { services, inviteToken, count } = await openTeam()
  await signUp(services, 'mate')
  const attempt = services.call('signup', { email, password, inviteToken })
  await expect(attempt).rejects.toMatchObject({ code: 'email-already-in-use' })
  expect(await count()).toBe(1)
})

test('the team’s plan sets the redirect and the content groups after the sign-up', async () => {
  const group = { key: 'team-area', name: 'Team', plans: ['pln_team'], redirect: '/no.html', urls: [] }
  const { services, inviteToken } = await openTeam({ contentGroups: [group] })
  changePlan(services, 'pln_team', { redirects: { afterSignup: '/team.html' } })
  const options = { includeContentGroups: true }
  const { data } = await services.call('signup', { email, password, inviteToken, options })
  expect(data).toMatchObject({
    redirect: '/team.html',
    contentGroups: [{ key: 'team-area', activeMemberHasAccess: true }],
  })
})

async function logInByCode({ services }: TestTeam, inviteToken: string) {
  await services.call('sendPasswordlessLoginEmail', { email })
  const passwordlessToken = codeIn((await services.mails()).at(-1))
  return services.call('passwordlessLogin', { email, passwordlessToken, inviteToken })
}

test('a login by mailed code accepts an invitation; without one there is no message', async () => {
  const team = await openTeam()
  await team.person('mate')
  const first = await logInByCode(team, team.inviteToken)
  expect(first.data.member.teams.joinedTeams).toMatchObject([{ teamId: team.teamId }])
  // The first proof of the email ends the password, and only that is reported.
  expect(first).toMatchObject({ notice: 'password-removed' })
  const second = await logInByCode(team, team.inviteToken)
  expect(second.message).toBeUndefined()
  expect(await team.count()).toBe(2)
})

test('a login by mailed code with an invalid invitation logs in and returns why', async () => {
  const team = await openTeam()
  await team.person('mate')
  const { data, message } = await logInByCode(team, 'a-token')
  expect(message).toMatch(
    /^Your email is confirmed\..* You could not join the team\. This invitation is no longer valid\. Please ask for a new link\.$/u,
  )
  expect((await team.services.as(data.tokens.accessToken)).member?.email).toBe(email)
})
