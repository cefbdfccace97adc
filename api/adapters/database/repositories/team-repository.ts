import type { Kysely } from 'kysely'
import type { TeamOfListedMember, TeamPerson, TeamRepository, TeamRow } from '../../../ports/team-store'
import type { Tables } from '../../../database/tables'
import type { ImageColumn } from '../../../database/db'
import { toConnectionRow } from './plan-connection-columns'

export function createTeamRepository(db: Kysely<Tables>, image: ImageColumn): TeamRepository {
  const findBy = async (column: 'id' | 'inviteToken' | 'connectionId', value: string): Promise<TeamRow | null> => {
    // No text that was stored has one; callers send whatever they like.
    if (value.includes('\u0000')) return null
    return (await db.selectFrom('teams').selectAll().where(column, '=', value).executeTakeFirst()) ?? null
  }
  return {
    async insert(team) {
      await db.insertInto('teams').values(team).execute()
      const { id: teamId, ownerId: memberId, createdAt: joinedAt } = team
      await db.insertInto('teamMembers').values({ teamId, memberId, role: 'OWNER', joinedAt }).execute()
    },

    find: (id) => findBy('id', id),
    findByInviteToken: (token) => findBy('inviteToken', token),
    findByConnection: (connectionId) => findBy('connectionId', connectionId),

    // A write that changes nothing takes the row's lock in every engine.
    async lock(id) {
      const row = await db.updateTable('teams').set({ id }).where('id', '=', id).returningAll().executeTakeFirst()
      return row ?? null
    },

    async setInviteToken(id, inviteToken) {
      await db.updateTable('teams').set({ inviteToken }).where('id', '=', id).execute()
    },

    async addMember(member) {
      await db.insertInto('teamMembers').values(member).execute()
    },

    async removeMember(teamId, memberId) {
      const { numDeletedRows } = await db
        .deleteFrom('teamMembers')
        .where('teamId', '=', teamId)
        .where('memberId', '=', memberId)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    async countMembers(teamId) {
      const row = await db
        .selectFrom('teamMembers')
        .select(({ fn }) => fn.countAll<number>().as('members'))
        .where('teamId', '=', teamId)
        .executeTakeFirstOrThrow()
      return row.members
    },

    listPeople: (teamId) => listPeople(db, image, teamId),
    listByMember: async (memberId) =>
      (await listByMembers(db, [memberId])).map(({ memberId: _memberId, ...own }) => own),

    listByMembers: (memberIds) => listByMembers(db, memberIds),

    async delete(id) {
      await db.deleteFrom('teams').where('id', '=', id).execute()
    },
  }
}

async function listPeople(db: Kysely<Tables>, image: ImageColumn, teamId: string): Promise<TeamPerson[]> {
  const rows = await db
    .selectFrom('teamMembers')
    .innerJoin('members', 'members.id', 'teamMembers.memberId')
    .select(['teamMembers.memberId', 'teamMembers.role', 'members.email', 'members.profileImage'])
    .where('teamMembers.teamId', '=', teamId)
    .orderBy('teamMembers.role', 'desc')
    .orderBy('teamMembers.joinedAt')
    .orderBy('teamMembers.memberId')
    .execute()
  return rows.map(({ memberId, role, email, profileImage }) => ({
    memberId,
    role,
    email,
    profileImage: profileImage === null ? null : image.toAddress(profileImage),
  }))
}

async function listByMembers(db: Kysely<Tables>, memberIds: readonly string[]): Promise<TeamOfListedMember[]> {
  if (memberIds.length === 0) return []
  const rows = await db
    .selectFrom('teamMembers')
    .innerJoin('teams', 'teams.id', 'teamMembers.teamId')
    .innerJoin('planConnections', 'planConnections.id', 'teams.connectionId')
    .selectAll('planConnections')
    .select(['teams.id as teamId', 'teams.appId', 'teams.mode', 'teams.ownerId', 'teams.connectionId'])
    .select(['teams.inviteToken', 'teams.createdAt as teamCreatedAt'])
    .select(['teamMembers.role', 'teamMembers.memberId as personId'])
    .where('teamMembers.memberId', 'in', memberIds)
    .orderBy('teamMembers.joinedAt')
    .orderBy('teams.id')
    .execute()
  return rows.map(
    ({ teamId, appId, mode, ownerId, connectionId, inviteToken, teamCreatedAt, role, personId, ...own }) => ({
      memberId: personId,
      team: { id: teamId, appId, mode, ownerId, connectionId, inviteToken, createdAt: teamCreatedAt },
      role,
      connection: toConnectionRow(own),
    }),
  )
}
