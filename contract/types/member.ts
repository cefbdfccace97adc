/** TYPES of a member, and of what a sign-up or a login answers. */
import type { ContentGroup } from './app'
import type { PlanConnection } from './plan'

export type CustomFieldValue = string | number | boolean | null

export interface Member {
  id: string
  verified: boolean
  profileImage: string | null
  auth: { email: string; hasPassword: boolean; providers: { provider: string }[] }
  /** Where a login takes the member: their own page, else their plan’s, else the app’s. */
  loginRedirect: string | null
  stripeCustomerId: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  metaData: Record<string, unknown>
  customFields: Record<string, CustomFieldValue>
  permissions: string[]
  /** Whether the member moderates the comments; absent means no. */
  isModerator?: boolean | undefined
  planConnections: PlanConnection[]
  teams: { ownedTeams: { teamId: string }[]; joinedTeams: JoinedTeam[] }
  /** The member's own JSON. */
  json: Record<string, unknown>
}

export interface JoinedTeam {
  teamId: string
  planName: string
  /** Ours: the plan that the team shares. */
  planId: string
  /** Ours: false while the owner's plan gives no access. */
  active: boolean
}

export interface MemberAuth {
  tokens: Tokens
  member: Member
  /** Site path to go to, null when neither member, plan nor app names one. */
  redirect: string | null
  /** With `options.includeContentGroups` only. */
  contentGroups?: ContentGroup[] | undefined
  /** For the browser to send with its next login; only where the call had `device` and this browser has none yet. */
  device?: string | undefined
}

export interface Tokens {
  accessToken: string
  /** When the session ends: epoch milliseconds. */
  expires: number
  type: 'bearer'
}
