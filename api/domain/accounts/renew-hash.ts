import type { Services } from '../../ports/services'
import type { MemberRow, Repositories } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/**
 * A hash of ours in place of one that other software made, for the password that was just found right; null where there is
 * nothing to replace. A server with too much to hash keeps the old one until the next login: nobody is turned away for it.
 */
export async function hashAnew(
  { hasher }: Pick<Services, 'hasher'>,
  { passwordHash }: Pick<MemberRow, 'passwordHash'>,
  password: string,
): Promise<string | null> {
  if (passwordHash === null || !hasher.isReplaceable(passwordHash, password)) return null
  try {
    return await hasher.hash(password)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

/**
 * Whether the member still has the password that was checked; then the new hash takes the place of the old one, in the
 * caller's transaction. Nothing ends by it: it is the same password.
 *
 * @param checked the member as they were when the password was checked
 */
export async function keepsPassword(
  { members }: Pick<Repositories, 'members'>,
  checked: Pick<MemberRow, 'id' | 'passwordHash'>,
  newHash: string | null,
): Promise<boolean> {
  const current = await members.lock(checked.id)
  if (current?.passwordHash !== checked.passwordHash) return false
  if (newHash !== null) await members.update(checked.id, { passwordHash: newHash })
  return true
}
