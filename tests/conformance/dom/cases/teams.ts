import { buyByApi } from '../../../e2e/checkout'
import { expect, type Stage } from '../dom-test'
import { nothing } from '../shapes/answered'
import { currentMember } from '../shapes/member'
import { invitation, team } from '../shapes/teams'
import type { Cases } from './cases'

/** A new member who owns a team. @returns its id, its invite token, and the owner's session token */
async function own(stage: Stage): Promise<{ teamId: string; inviteToken: string; token: string }> {
  const { tokens } = await stage.join()
  await buyByApi(stage.urls, tokens.accessToken, 'prc_team-monthly')
  const { data } = await stage.ask(currentMember, 'getCurrentMember')
  const { ownedTeams } = Object(Object(data).teams)
  const teamId = String(Object(ownedTeams?.[0]).teamId)
  const invited = await stage.ask(invitation, 'generateInviteToken', { teamId })
  return { teamId, inviteToken: invited.data.inviteToken, token: tokens.accessToken }
}

/** Teams that share a plan. */
export const teamCases = {
  generateInviteToken: async (stage) => {
    const { teamId, inviteToken } = await own(stage)
    const { data } = await stage.ask(invitation, 'generateInviteToken', { teamId })
    expect(data.inviteToken).not.toBe(inviteToken)
    await stage.join(`guest-${stage.email}`)
    expect(await stage.refused('joinTeam', { inviteToken })).toBe('invalid-invite-token')
    expect(await stage.refused('generateInviteToken', { teamId })).toBe('access-denied')
  },

  joinTeam: async (stage) => {
    const { inviteToken } = await own(stage)
    await stage.ask(nothing, 'logout')
    expect(await stage.refused('joinTeam', { inviteToken })).toBe('login-required')
    await stage.join(`guest-${stage.email}`)
    await stage.ask(nothing, 'joinTeam', { inviteToken })
    const { data } = await stage.ask(currentMember, 'getCurrentMember')
    expect(data).toMatchObject({ teams: { joinedTeams: [{ planId: 'pln_team', active: true }] } })
  },

  getTeam: async (stage) => {
    const { teamId, inviteToken } = await own(stage)
    const { data } = await stage.ask(team, 'getTeam', { teamId })
    expect(data).toMatchObject({ id: teamId, inviteToken, maxTeamMembers: 5 })
    expect(data.members).toMatchObject([{ role: 'OWNER', member: { auth: { email: stage.email } } }])
    await stage.join(`guest-${stage.email}`)
    expect(await stage.refused('getTeam', { teamId })).toBe('access-denied')
  },

  removeMemberFromTeam: async (stage) => {
    const { teamId, inviteToken, token } = await own(stage)
    const guest = await stage.join(`guest-${stage.email}`)
    await stage.ask(nothing, 'joinTeam', { inviteToken })
    const owner = { token }
    const size = async () => (await stage.ask(team, 'getTeam', { teamId }, owner)).data.members.length
    expect(await size()).toBe(2)
    await stage.ask(nothing, 'removeMemberFromTeam', { teamId, memberId: guest.member.id }, owner)
    expect(await size()).toBe(1)
  },
} satisfies Cases
