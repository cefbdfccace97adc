import * as v from 'valibot'
import type { Team } from './types/team'

export type { Team }

export const team = v.object({
  id: v.string(),
  inviteToken: v.nullable(v.string()),
  maxTeamMembers: v.nullable(v.number()),
  plan: v.object({
    id: v.string(),
    name: v.string(),
    teamAccountInviteSignupLink: v.nullable(v.string()),
    teamAccountUpgradeLink: v.nullable(v.string()),
  }),
  ownersPlanConnection: v.object({
    id: v.string(),
    active: v.boolean(),
    plan: v.object({ id: v.string(), teamAccountUpgradeLink: v.nullable(v.string()) }),
  }),
  members: v.array(
    v.object({
      role: v.picklist(['OWNER', 'MEMBER']),
      member: v.object({
        id: v.string(),
        auth: v.object({ email: v.string() }),
        profileImage: v.nullable(v.string()),
      }),
    }),
  ),
}) satisfies v.GenericSchema<Team>
