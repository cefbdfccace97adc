import * as v from 'valibot'
import { email as address } from '../../../contract/schemas/fields'
import type { AdminContext } from '../../ports/admin-handler'
import type { MemberRow, Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'

type Scope = Pick<AdminContext, 'app' | 'mode'>
type Members = Pick<Repositories, 'members'>

/**
 * A member of the key's app and mode.
 * @param named their id, or their e-mail address however it is written
 * @returns null when there is none
 */
export async function findMember({ members }: Members, { app, mode }: Scope, named: string): Promise<MemberRow | null> {
  if (!named.includes('@')) {
    const member = await members.findById(named)
    return member?.appId === app.id && member.mode === mode ? member : null
  }
  const email = v.safeParse(address, named)
  return email.success ? members.findByEmail(app.id, mode, email.output) : null
}

/** @throws ApiError `member-not-found` */
export async function requireMember(repositories: Members, scope: Scope, named: string): Promise<MemberRow> {
  const member = await findMember(repositories, scope, named)
  if (!member) throw new ApiError('member-not-found')
  return member
}

/** The member as they stand now, until the caller's transaction ends. @throws ApiError `member-not-found` */
export async function lockMember(repositories: Members, scope: Scope, named: string): Promise<MemberRow> {
  const { id } = await requireMember(repositories, scope, named)
  const member = await repositories.members.lock(id)
  if (!member) throw new ApiError('member-not-found')
  return member
}
