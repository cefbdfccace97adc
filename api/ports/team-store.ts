import type { Mode } from '../lib/ids'
import type { PlanConnectionRow } from './store'

export interface TeamRow {
  id: string
  appId: string
  mode: Mode
  ownerId: string
  /** The owner's plan connection: it says which plan the team shares, and whether it gives access. */
  connectionId: string
  /** 256 random bits. BoundedCache readable: the owner reads it again and again (design section 2, "invite link"). */
  inviteToken: string
  createdAt: number
}

export type TeamRole = 'OWNER' | 'MEMBER'

export interface TeamMemberRow {
  teamId: string
  memberId: string
  role: TeamRole
  joinedAt: number
}

/** A team that a member is in, with the owner's connection. */
export interface TeamOfMember {
  team: TeamRow
  role: TeamRole
  connection: PlanConnectionRow
}

/** One of a team, as its owner sees them. */
export interface TeamPerson {
  memberId: string
  role: TeamRole
  email: string
  profileImage: string | null
}

/** Whose it is, too. */
export interface TeamOfListedMember extends TeamOfMember {
  memberId: string
}

export interface TeamRepository {
  /** Adds the team with its owner in the first seat. */
  insert(team: TeamRow): Promise<void>
  find(id: string): Promise<TeamRow | null>
  findByInviteToken(token: string): Promise<TeamRow | null>
  findByConnection(connectionId: string): Promise<TeamRow | null>
  /** Locks the row until the transaction ends and answers it as it stands now: whoever counts seats does so under it. */
  lock(id: string): Promise<TeamRow | null>
  setInviteToken(id: string, token: string): Promise<void>
  /** @throws UniqueConstraintError when the member is in the team already. */
  addMember(member: TeamMemberRow): Promise<void>
  /** False when they were not in it. */
  removeMember(teamId: string, memberId: string): Promise<boolean>
  countMembers(teamId: string): Promise<number>
  /** The owner first, then in the order in which they joined. */
  listPeople(teamId: string): Promise<TeamPerson[]>
  /** In the order in which they joined. */
  listByMember(memberId: string): Promise<TeamOfMember[]>
  /** Of all of these members. */
  listByMembers(memberIds: readonly string[]): Promise<TeamOfListedMember[]>
  delete(id: string): Promise<void>
}
