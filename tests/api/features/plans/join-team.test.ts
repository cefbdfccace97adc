import { expect, test } from 'vitest'
import type { Tx } from '../../../../api/database/db'
import { joinTeam } from '../../../../api/features/plans/join'
import { findMemberById } from '../../../../api/features/members/repository'
import { findTeamById, type TeamRow } from '../../../../api/features/plans/repository'
import { changePlan, openTeam, signUp } from './open-team'

test('an invite token joins the team, and the response names it', async () => {
  const { services, teamId, inviteToken, person, count } = await openTeam()
  const mate = await person('mate')
  const answer = await services.call('joinTeam', { inviteToken: ` ${inviteToken} ` }, mate.context)
  expect(answer).toEqual({ data: { teamId }, message: 'You have joined the team.' })
  const { data: member } = await services.call('getMember', {}, mate.context)
  expect(member?.teams).toEqual({
    ownedTeams: [],
    joinedTeams: [{ teamId, planName: 'Team', planId: 'pln_team', active: true }],
  })
  expect(member?.planConnections).toEqual([])
  expect(await count()).toBe(2)
})

test('the token is 256 random bits', async () => {
  const [one, other] = [await openTeam(), await openTeam()]
  expect(Buffer.from(one.inviteToken, 'base64url')).toHaveLength(32)
  expect(one.inviteToken).not.toBe(other.inviteToken)
})

test('a member is in a team once, and its owner already is', async () => {
  const { services, owner, inviteToken, person, count } = await openTeam()
  const mate = await person('mate')
  const join = (who = mate) => services.call('joinTeam', { inviteToken }, who.context)
  const results = await Promise.allSettled([join(), join()])
  expect(results.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'already-in-team' } }])
  await expect(join(owner)).rejects.toMatchObject({ code: 'already-in-team' })
  expect(await count()).toBe(2)
})

test('a full team accepts no members until one leaves', async () => {
  const { services, teamId, inviteToken, person, teammate, count } = await openTeam()
  const mates = [await teammate('a'), await teammate('b'), await teammate('c'), await teammate('d')]
  const late = await person('late')
  const join = () => services.call('joinTeam', { inviteToken }, late.context)
  await expect(join()).rejects.toMatchObject({ code: 'team-full' })
  await services.call('removeMemberFromTeam', { teamId, memberId: mates[1]!.id }, mates[1]!.context)
  await join()
  expect(await count()).toBe(5)
})

test.for(['REQUIRES_PAYMENT', 'REQUIRES_AUTHENTICATION', 'CANCELED'] as const)(
  'while the owner’s plan is %s, no one can join and no one is removed',
  async (status) => {
    const { services, inviteToken, person, teammate, setStatus, count } = await openTeam()
    await teammate('mate')
    const late = await person('late')
    await setStatus(status)
    const join = () => services.call('joinTeam', { inviteToken }, late.context)
    await expect(join()).rejects.toMatchObject({ code: 'team-inactive', status: 409 })
    expect(await count()).toBe(2)
    await setStatus('TRIALING')
    await join()
    expect(await count()).toBe(3)
  },
)

test('an unavailable plan still shares its seats; one without seats invites no one', async () => {
  const { services, inviteToken, teammate, person } = await openTeam()
  changePlan(services, 'pln_team', { active: false })
  await teammate('mate')
  for (const plan of services.app.plans) delete plan.team
  const late = await person('late')
  const attempt = services.call('joinTeam', { inviteToken }, late.context)
  await expect(attempt).rejects.toMatchObject({ code: 'invalid-invite-token' })
})

test('refuses an unknown token, and one of another mode or app', async () => {
  const { services, inviteToken, person } = await openTeam()
  const mate = await person('mate')
  const live = await signUp(services, 'live', { mode: 'live' })
  const trusttag = (await services.store.apps.findById('app_trusttag'))!
  const stranger = await signUp(services, 'stranger', { app: trusttag })
  const invalid = { code: 'invalid-invite-token', status: 404 }
  const attempts: [string, typeof mate][] = [
    ['a-token', mate],
    [inviteToken.toLowerCase(), mate],
    [`${inviteToken}\u0000`, mate],
    [inviteToken, live],
    [inviteToken, stranger],
  ]
  for (const [token, who] of attempts) {
    await expect(services.call('joinTeam', { inviteToken: token }, who.context)).rejects.toMatchObject(invalid)
  }
})

test('refuses a token that is replaced after the team was found, and before it is locked', async () => {
  const { services, owner, teamId, inviteToken, person, count } = await openTeam()
  const mate = await person('mate')
  const found = (await findTeamById(services.store, teamId))!
  await services.call('generateInviteToken', { teamId }, owner.context)
  const joining = services.store.transaction(async (tx) => {
    const member = (await findMemberById(tx, mate.id))!
    await joinTeam(withFirstResult(tx, found), services, { app: services.app, member }, inviteToken)
  })
  await expect(joining).rejects.toMatchObject({ code: 'invalid-invite-token' })
  expect(await count()).toBe(1)
})

/** The same transaction, whose first statement finds this row: it was read before another transaction changed it. */
function withFirstResult(tx: Tx, row: TeamRow): Tx {
  let isFirst = true
  const kysely = tx.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isFirst) return result
      isFirst = false
      return { ...result, rows: [{ ...row }] }
    },
  })
  return { ...tx, kysely }
}

test('limits wrong tokens, not right ones, per IP address', async () => {
  const { services, inviteToken, owner, person } = await openTeam()
  const people = [await person('a'), await person('b'), await person('c')]
  const guess = (n: number, token = 'guess') =>
    services.call('joinTeam', { inviteToken: token }, { ...people[n % 3]!.context, ipAddress: '203.0.113.9' })
  for (let n = 0; n < 29; n += 1) await expect(guess(n)).rejects.toMatchObject({ code: 'invalid-invite-token' })
  const again = () => services.call('joinTeam', { inviteToken }, { ...owner.context, ipAddress: '203.0.113.9' })
  await expect(again()).rejects.toMatchObject({ code: 'already-in-team' })
  await expect(again()).rejects.toMatchObject({ code: 'already-in-team' })
  await expect(guess(0)).rejects.toMatchObject({ code: 'invalid-invite-token' })
  await expect(guess(1, inviteToken)).rejects.toMatchObject({ code: 'too-many-requests' })
  services.wait(900_000)
  await guess(1, inviteToken)
})

test('an account can join thirty times in a quarter of an hour', async () => {
  const { services, inviteToken, owner } = await openTeam()
  const join = (n: number) => services.call('joinTeam', { inviteToken }, { ...owner.context, ipAddress: `${n}` })
  for (let n = 0; n < 30; n += 1) await expect(join(n)).rejects.toMatchObject({ code: 'already-in-team' })
  await expect(join(31)).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('joins nothing with a session that ended during the call', async () => {
  const { services, inviteToken, person, count } = await openTeam()
  const mate = await person('mate')
  await services.call('logout', {}, mate.context)
  const attempt = services.call('joinTeam', { inviteToken }, mate.context)
  await expect(attempt).rejects.toMatchObject({ code: 'client/invalid-token' })
  expect(await count()).toBe(1)
})
