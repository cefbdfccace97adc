import * as v from 'valibot'
import { answered } from './answered'

const sitePath = v.pipe(v.string(), v.startsWith('/'))

/** `GetTeamPayload`. */
export const team = answered(
  v.object({
    id: v.string(),
    inviteToken: v.nullable(v.string()),
    maxTeamMembers: v.nullable(v.number()),
    plan: v.object({ teamAccountInviteSignupLink: sitePath, teamAccountUpgradeLink: sitePath }),
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
  }),
)

/** `GenerateInviteTokenPayload`. */
export const invitation = answered(v.object({ inviteToken: v.pipe(v.string(), v.minLength(1)) }))
