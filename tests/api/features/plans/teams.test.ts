import { expect, test } from 'vitest'
import type { Person } from './open-team'
import { holdTeamPlan, openTeam, signUp } from './open-team'

const denied = { code: 'access-denied', status: 403 }
const unknown = { code: 'team-not-found', status: 404 }

test('its owner reads the team: members, seats, links', async () => {
  const { services, owner, teamId, inviteToken, teammate } = await openTeam()
  services.wait(1000)
  const mate = await teammate('mate')
  await services.store.members.update(mate.id, { profileImage: 'files/mate.webp' })
  const { data } = await services.call('getTeam', { teamId }, owner.context)
  expect(data).toEqual({
    id: teamId,
    inviteToken,
    maxTeamMembers: 5,
    plan: {
      id: 'pln_team',
      name: 'Team',
      teamAccountInviteSignupLink: '/signup.html',
      teamAccountUpgradeLink: '/plans/upgrade.html',
    },
    ownersPlanConnection: {
      id: `con_${owner.id}`,
      active: true,
      plan: { id: 'pln_team', teamAccountUpgradeLink: '/plans/upgrade.html' },
    },
    members: [
      { role: 'OWNER', member: { id: owner.id, auth: { email: 'owner@example.com' }, profileImage: null } },
      { role: 'MEMBER', member: { id: mate.id, auth: { email: 'mate@example.com' }, profileImage: 'files/mate.webp' } },
    ],
  })
})

test('a plan without seats has neither link nor seats; a deleted one has its ID as its name', async () => {
  const { services, owner, teamId, setStatus } = await openTeam()
  services.app.plans = services.app.plans.filter(({ id }) => id !== 'pln_team')
  await setStatus('CANCELED')
  const { data } = await services.call('getTeam', { teamId }, owner.context)
  expect(data).toMatchObject({
    inviteToken: null,
    maxTeamMembers: null,
    plan: { id: 'pln_team', name: 'pln_team', teamAccountInviteSignupLink: null, teamAccountUpgradeLink: null },
    ownersPlanConnection: { active: false },
  })
})

test('only its owner can read a team or change its link', async () => {
  const { services, teamId, teammate, person } = await openTeam()
  for (const { context } of [await teammate('mate'), await person('stranger')]) {
    await expect(services.call('getTeam', { teamId }, context)).rejects.toMatchObject(denied)
    await expect(services.call('generateInviteToken', { teamId }, context)).rejects.toMatchObject(denied)
  }
})

test('a team of another mode or app, and an unknown one, are not found', async () => {
  const { services, owner, teamId } = await openTeam()
  const app = (await services.store.apps.findById('app_trusttag'))!
  const others: [string, Person][] = [
    [teamId, await signUp(services, 'live', { mode: 'live' })],
    [teamId, await signUp(services, 'stranger', { app })],
    ['team_nothing', owner],
    ['__proto__', owner],
  ]
  for (const [id, { id: memberId, context }] of others) {
    await expect(services.call('getTeam', { teamId: id }, context)).rejects.toMatchObject(unknown)
    await expect(services.call('generateInviteToken', { teamId: id }, context)).rejects.toMatchObject(unknown)
    const removal = services.call('removeMemberFromTeam', { teamId: id, memberId }, context)
    await expect(removal).rejects.toMatchObject(unknown)
  }
})

test('a new link invalidates the previous one at once', async () => {
  const { services, owner, teamId, inviteToken, person } = await openTeam()
  const answer = await services.call('generateInviteToken', { teamId }, owner.context)
  expect(answer.message).toBe('Invite Link Regenerated')
  expect(Buffer.from(answer.data.inviteToken, 'base64url')).toHaveLength(32)
  const mate = await person('mate')
  const join = (token: string) => services.call('joinTeam', { inviteToken: token }, mate.context)
  await expect(join(inviteToken)).rejects.toMatchObject({ code: 'invalid-invite-token' })
  await join(answer.data.inviteToken)
})

test('joins in parallel with a new link succeed or fail, never halfway', async () => {
  const { services, owner, teamId, inviteToken, person, count } = await openTeam()
  const people = [await person('a'), await person('b'), await person('c')]
  const [renewed, ...joins] = await Promise.allSettled([
    services.call('generateInviteToken', { teamId }, owner.context),
    ...people.map(({ context }) => services.call('joinTeam', { inviteToken }, context)),
  ])
  expect(renewed.status).toBe('fulfilled')
  const refused = joins.filter((join) => join.status === 'rejected')
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'invalid-invite-token' })
  expect(await count()).toBe(1 + joins.length - refused.length)
})

test('an owner can create thirty links in a quarter of an hour', async () => {
  const { services, owner, teamId } = await openTeam()
  const renew = () => services.call('generateInviteToken', { teamId }, owner.context)
  for (let n = 0; n < 30; n += 1) await renew()
  await expect(renew()).rejects.toMatchObject({ code: 'too-many-requests' })
})

test('the owner can remove anyone else', async () => {
  const { services, owner, teamId, teammate, count } = await openTeam()
  const mate = await teammate('mate')
  const remove = (memberId: string) => services.call('removeMemberFromTeam', { teamId, memberId }, owner.context)
  expect(await remove(mate.id)).toEqual({ data: { id: mate.id }, message: 'Member has been removed from team.' })
  await expect(remove(mate.id)).rejects.toMatchObject({ code: 'member-not-found' })
  await expect(remove(owner.id)).rejects.toMatchObject(denied)
  expect(await count()).toBe(1)
})

test('other members can remove only themselves', async () => {
  const { services, owner, teamId, teammate, person, count } = await openTeam()
  const [mate, other, stranger] = [await teammate('mate'), await teammate('other'), await person('stranger')]
  const remove = (who: Person, memberId: string) =>
    services.call('removeMemberFromTeam', { teamId, memberId }, who.context)
  await expect(remove(mate, other.id)).rejects.toMatchObject(denied)
  await expect(remove(mate, owner.id)).rejects.toMatchObject(denied)
  await expect(remove(stranger, mate.id)).rejects.toMatchObject(denied)
  await expect(remove(stranger, stranger.id)).rejects.toMatchObject({ code: 'member-not-found' })
  expect(await count()).toBe(3)
  expect(await remove(mate, mate.id)).toEqual({ data: { id: mate.id }, message: 'You have left the team.' })
  expect(await count()).toBe(2)
})

test('the owner of one team has no rights in another', async () => {
  const { services, teamId, teammate } = await openTeam()
  const mate = await teammate('mate')
  const rival = await signUp(services, 'rival')
  await holdTeamPlan(services, rival.id)
  const removal = services.call('removeMemberFromTeam', { teamId, memberId: mate.id }, rival.context)
  await expect(removal).rejects.toMatchObject(denied)
  await expect(services.call('getTeam', { teamId }, rival.context)).rejects.toMatchObject(denied)
})
