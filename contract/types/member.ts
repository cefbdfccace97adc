/** TYPES of a member, and of the result of a sign-up or login. */
import type { ContentGroup } from './app'
import type { PlanConnection } from './plan'

export type CustomFieldValue = string | number | boolean | null

export interface Member {
  id: string
  verified: boolean
  profileImage: string | null
  auth: { email: string; hasPassword: boolean; providers: { provider: string }[] }
  /** Where a login leads: to the member's own redirect, else their plan’s, else the app’s. */
  loginRedirect: string | null
  stripeCustomerId: string | null
  /** ISO 8601, UTC. */
  createdAt: string
  metaData: Record<string, unknown>
  customFields: Record<string, CustomFieldValue>
  permissions: string[]
  /** Whether the member moderates the comments; absent means false. */
  isModerator?: boolean | undefined
  planConnections: PlanConnection[]
  teams: { ownedTeams: { teamId: string }[]; joinedTeams: JoinedTeam[] }
  /** The member's JSON data. */
  json: Record<string, unknown>
}

export interface JoinedTeam {
  teamId: string
  planName: string
  /** Ours: the shared plan. */
  planId: string
  /** Ours: false while the owner's plan gives no access. */
  active: boolean
}

export interface MemberAuth {
  tokens: Tokens
  member: Member
  /** Site path to go to; null if neither member, plan nor app sets one. */
  redirect: string | null
  /** Only with `options.includeContentGroups`. */
  contentGroups?: ContentGroup[] | undefined
  /** For the browser to send with its next login. Only if the call had `device` and this browser has none yet. */
  device?: string | undefined
}

export interface Tokens {
  accessToken: string
  /** When the session ends: epoch milliseconds. */
  expires: number
  type: 'bearer'
}
