import { ApiError } from '../../lib/errors'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'

export interface Caller {
  member: MemberRow
  tokenDigest: string | null
}

/**
 * Locks the row of the calling member and reads it again. A session that ended during the request, for instance by a
 * password reset, changes nothing any more.
 * @throws ApiError `client/invalid-token`
 */
export async function lockCaller(
  { members, sessions }: Pick<Repositories, 'members' | 'sessions'>,
  { clock }: Pick<Services, 'clock'>,
  { member, tokenDigest }: Caller,
): Promise<{ current: MemberRow; session: string }> {
  const current = await members.lock(member.id)
  const session = tokenDigest === null ? null : await sessions.find(tokenDigest, clock.now())
  if (!current || session?.memberId !== current.id) throw new ApiError('client/invalid-token')
  return { current, session: session.tokenDigest }
}
