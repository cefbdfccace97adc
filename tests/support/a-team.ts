import type { Team } from '../../contract/team'

export const aTeamMember = (
  name: string,
  role: Team['members'][number]['role'] = 'MEMBER',
  profileImage: string | null = null,
): Team['members'][number] => ({
  role,
  member: { id: `mem_sb_${name}`, auth: { email: `${name}@example.com` }, profileImage },
})

interface TeamChanges extends Partial<Team> {
  upgradeLink?: string
}

/** Ada's team of three seats, two of them taken. */
export const aTeam = ({ upgradeLink, ...changes }: TeamChanges = {}): Team => ({
  id: 'team_1',
  inviteToken: 'first-token',
  maxTeamMembers: 3,
  plan: {
    id: 'pln_team',
    name: 'Studio',
    teamAccountInviteSignupLink: '/signup.html',
    teamAccountUpgradeLink: upgradeLink ?? null,
  },
  ownersPlanConnection: {
    id: 'con_team',
    active: true,
    plan: { id: 'pln_team', teamAccountUpgradeLink: upgradeLink ?? null },
  },
  members: [aTeamMember('ada', 'OWNER'), aTeamMember('bob')],
  ...changes,
})
