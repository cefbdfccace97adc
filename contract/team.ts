import * as v from 'valibot'

/** A team as its owner reads it. */
export const team = v.object({
  id: v.string(),
  /** Null when the plan invites nobody. */
  inviteToken: v.nullable(v.string()),
  /** The owner's own seat is one of them (seed 001 section 6: seats are members/maxTeamMembers). */
  maxTeamMembers: v.nullable(v.number()),
  plan: v.object({
    id: v.string(),
    name: v.string(),
    /** Site paths; the invite link is the site's origin, this and `?inviteToken=`. */
    teamAccountInviteSignupLink: v.nullable(v.string()),
    teamAccountUpgradeLink: v.nullable(v.string()),
  }),
  /** Seed 001 section 3: the same plan again, where the published client reads the upgrade link. */
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
})
export type Team = v.InferOutput<typeof team>
