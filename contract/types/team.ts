/** A team as its owner reads it. */
export interface Team {
  id: string
  /** Null when the plan invites nobody. */
  inviteToken: string | null
  /** The owner's own seat is one of them. */
  maxTeamMembers: number | null
  plan: {
    id: string
    name: string
    /** Site paths; the invite link is the site's origin, this and `?inviteToken=`. */
    teamAccountInviteSignupLink: string | null
    teamAccountUpgradeLink: string | null
  }
  /** The same plan again, where the published client reads the upgrade link. */
  ownersPlanConnection: {
    id: string
    active: boolean
    plan: { id: string; teamAccountUpgradeLink: string | null }
  }
  members: {
    role: 'OWNER' | 'MEMBER'
    member: { id: string; auth: { email: string }; profileImage: string | null }
  }[]
}
