/** A team as its owner sees it. */
export interface Team {
  id: string
  /** Null if the plan has no invitations. */
  inviteToken: string | null
  /** Includes the owner's own seat. */
  maxTeamMembers: number | null
  plan: {
    id: string
    name: string
    /** Site paths. The invite link is the site's origin, this path and `?inviteToken=`. */
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
