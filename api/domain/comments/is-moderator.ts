import type { MemberRow } from '../../ports/store'
import type { AppDefinition } from '../app-definition'

/** Whether a member moderates: named by the owner, and sure to be who they say. */
export const isModerator = (
  { comments }: Pick<AppDefinition, 'comments'>,
  { email, verified }: Pick<MemberRow, 'email' | 'verified'>,
): boolean => verified && comments?.moderators.includes(email) === true
