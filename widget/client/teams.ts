import type { MembershipClient } from '../public'
import { currentToken } from '../stores/session'
import type { ClientContext } from './context'
import { readCurrentMember } from './member'
import { passOn } from './pass-on'

type TeamMethods = Pick<MembershipClient, 'joinTeam' | 'getTeam' | 'removeMemberFromTeam' | 'generateInviteToken'>

/** Teams that share a plan. */
export function teamMethods(context: ClientContext): TeamMethods {
  const { call } = context
  const pass = passOn(call)
  /** What the member may see changes with their teams. */
  const thenReadMember = async <A>(answer: A): Promise<A> => {
    if (currentToken()) await readCurrentMember(context).catch(() => {})
    return answer
  }
  return {
    joinTeam: async (params, options) => thenReadMember(await pass('joinTeam')(params, options)),
    getTeam: pass('getTeam'),
    removeMemberFromTeam: async (params, options) =>
      thenReadMember(await pass('removeMemberFromTeam')(params, options)),
    generateInviteToken: pass('generateInviteToken'),
  }
}
