import type { MembershipClient } from '../public'
import { currentToken } from '../stores/session'
import type { ClientContext } from './context'
import { readCurrentMember } from './member'

type TeamMethods = Pick<MembershipClient, 'joinTeam' | 'getTeam' | 'removeMemberFromTeam' | 'generateInviteToken'>

/** Teams that share a plan. */
export function teamMethods(context: ClientContext): TeamMethods {
  const { call } = context
  /** What the member may see changes with their teams. */
  const thenReadMember = async <A>(answer: A): Promise<A> => {
    if (currentToken()) await readCurrentMember(context).catch(() => {})
    return answer
  }
  return {
    joinTeam: async (params, options) => thenReadMember(await call('joinTeam', { ...params }, options)),
    getTeam: async (params, options) => call('getTeam', { ...params }, options),
    removeMemberFromTeam: async (params, options) =>
      thenReadMember(await call('removeMemberFromTeam', { ...params }, options)),
    generateInviteToken: async (params, options) => call('generateInviteToken', { ...params }, options),
  }
}
