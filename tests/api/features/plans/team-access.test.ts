import { expect, onTestFinished, test } from 'vitest'
import type { AppDefinition, AppFile } from '../../../../api/features/apps/definition'
import type { CallOptions, TestApi } from '../../../support/start-api'
import { startWithTeam } from './start-with-team'

/** What the team's plan opens: a group of pages, a piece of hosted content, a page after login. */
const withTeamArea = (demo: AppDefinition): AppDefinition & Pick<AppFile, 'contents'> => ({
  ...demo,
  contentGroups: [{ key: 'team-area', name: 'Team', plans: ['pln_team'], redirect: '/no.html', urls: [] }],
  contents: [{ id: 'cnt_team', name: 'Team', group: 'team-area', type: 'TEXT', content: 'for the team' }],
  redirects: { afterLogin: '/home.html' },
  plans: demo.plans.map((plan) =>
    plan.id === 'pln_team' ? { ...plan, redirects: { afterLogin: '/team.html' } } : plan,
  ),
})

async function start() {
  const team = await startWithTeam(withTeamArea)
  onTestFinished(() => team.api.close())
  return { ...team, mate: await team.signUp('mate'), sees: (how: CallOptions) => sees(team.api, how) }
}

/** Whether all that depends on access agrees, and on what. */
async function sees(api: TestApi, how: CallOptions): Promise<boolean> {
  const { app, member } = (await api.call('getAppAndMember', {}, how)).data
  const { status, body } = await api.call('getSecureContent', { contentId: 'cnt_team' }, how)
  const answers = [
    app.contentGroups[0]?.activeMemberHasAccess === true,
    member?.loginRedirect === '/team.html',
    status === 200 && body.code === undefined,
  ]
  expect(new Set(answers).size, JSON.stringify(answers)).toBe(1)
  return answers[0]!
}

test('members have access from joining the team until they are removed', async () => {
  const { api, owner, mate, teamId, inviteToken, sees: see } = await start()
  expect([await see(owner.how), await see(mate.how)]).toEqual([true, false])
  await api.call('joinTeam', { inviteToken }, mate.how)
  expect(await see(mate.how)).toBe(true)
  await api.call('removeMemberFromTeam', { teamId, memberId: mate.id }, owner.how)
  expect([await see(owner.how), await see(mate.how)]).toEqual([true, false])
})

test('a sign-up with the invitation has access until the member leaves', async () => {
  const { api, teamId, inviteToken, signUp, sees: see } = await start()
  const guest = await signUp('guest', inviteToken)
  expect(await see(guest.how)).toBe(true)
  await api.call('removeMemberFromTeam', { teamId, memberId: guest.id }, guest.how)
  expect(await see(guest.how)).toBe(false)
})

test.for(['REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION', 'CANCELED'] as const)(
  'when the owner’s plan is %s, the team has no access until it is paid',
  async (status) => {
    const { api, owner, mate, inviteToken, setStatus, sees: see } = await start()
    await api.call('joinTeam', { inviteToken }, mate.how)
    await setStatus(status)
    expect([await see(owner.how), await see(mate.how)]).toEqual([false, false])
    const { data } = await api.call('getMember', {}, mate.how)
    expect(data?.teams.joinedTeams).toMatchObject([{ active: false }])
    await setStatus('ACTIVE')
    expect([await see(owner.how), await see(mate.how)]).toEqual([true, true])
  },
)

test('access by one’s own plan outlasts the team', async () => {
  const { api, mate, teamId, inviteToken, setStatus, sees: see } = await start()
  await api.call('joinTeam', { inviteToken }, mate.how)
  const own = { id: 'con_own', memberId: mate.id, planId: 'pln_team', priceId: null, createdAt: 0, purchase: null }
  await api.store.planConnections.insert({ ...own, status: 'ACTIVE' })
  await setStatus('CANCELED')
  expect(await see(mate.how)).toBe(true)
  await api.call('removeMemberFromTeam', { teamId, memberId: mate.id }, mate.how)
  expect(await see(mate.how)).toBe(true)
})

test('an owner who deletes their account deletes the team, and its access', async () => {
  const { api, owner, mate, inviteToken, sees: see } = await start()
  await api.call('joinTeam', { inviteToken }, mate.how)
  await api.call('deleteMember', {}, owner.how)
  expect(await see(mate.how)).toBe(false)
  const { data } = await api.call('getMember', {}, mate.how)
  expect(data?.teams).toEqual({ ownedTeams: [], joinedTeams: [] })
  const again = await api.call('joinTeam', { inviteToken }, mate.how)
  expect(again.body.code).toBe('invalid-invite-token')
})

test('a member who deletes their account frees the seat', async () => {
  const { api, inviteToken, mate, signUp, readTeam } = await start()
  const others = [await signUp('a', inviteToken), await signUp('b', inviteToken), await signUp('c', inviteToken)]
  await api.call('joinTeam', { inviteToken }, mate.how)
  const late = await signUp('late', inviteToken)
  expect(late.message).toContain('This team has no seats left.')
  await api.call('deleteMember', {}, others[0]!.how)
  expect((await readTeam()).members).toHaveLength(4)
  expect((await api.call('joinTeam', { inviteToken }, late.how)).status).toBe(200)
  expect((await readTeam()).members.map(({ member }) => member.auth.email)).toContain('late@example.com')
})
