import * as v from 'valibot'
import { email as emailInput } from '../../../contract/schemas/fields'
import { ApiError } from '../../lib/errors'
import type { AdminContext } from '../../ports/admin-handler'
import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'

/** The app and mode that a caller belongs to. */
type Scope = Pick<AdminContext, 'app' | 'mode'>
type Members = Pick<Repositories, 'members'>

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

/**
 * Finds a member of the app and mode.
 * @param named id, or email in any spelling
 */
export async function findMember({ members }: Members, { app, mode }: Scope, named: string): Promise<MemberRow | null> {
  if (!named.includes('@')) {
    const member = await members.findById(named)
    return member?.appId === app.id && member.mode === mode ? member : null
  }
  const email = v.safeParse(emailInput, named)
  return email.success ? members.findByEmail(app.id, mode, email.output) : null
}

/** As `findMember`. @throws ApiError `member-not-found` */
export async function requireMember(repositories: Members, scope: Scope, named: string): Promise<MemberRow> {
  const member = await findMember(repositories, scope, named)
  if (!member) throw new ApiError('member-not-found')
  return member
}

/** Finds a member and locks the row until the transaction ends. @throws ApiError `member-not-found` */
export async function lockMember(repositories: Members, scope: Scope, named: string): Promise<MemberRow> {
  const { id } = await requireMember(repositories, scope, named)
  const member = await repositories.members.lock(id)
  if (!member) throw new ApiError('member-not-found')
  return member
}
