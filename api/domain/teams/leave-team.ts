import type { Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/**
 * Takes somebody out of a team, in the caller's transaction. Their seat is free and their access ends at once.
 *
 * @param leave.asker who wants it: the owner for others, anybody else for themselves
 * @throws ApiError `access-denied`, `member-not-found`
 */
export async function leaveTeam(
  { teams }: Pick<Repositories, 'teams'>,
  { teamId, memberId, asker }: { teamId: string; memberId: string; asker: string },
): Promise<void> {
  await teams.lock(teamId)
  const people = await teams.listPeople(teamId)
  const isOwner = people.some((person) => person.memberId === asker && person.role === 'OWNER')
  if (!isOwner && asker !== memberId) throw new ApiError('access-denied')
  const leaving = people.find((person) => person.memberId === memberId)
  if (!leaving) throw new ApiError('member-not-found')
  if (leaving.role === 'OWNER') throw new ApiError('access-denied')
  await teams.removeMember(teamId, memberId)
}
