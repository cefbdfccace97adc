import type { Member, MembershipClient } from '../public'
import { endSession, refreshMember } from '../stores/identity'
import { $identity, currentToken } from '../stores/session'
import type { ClientContext } from './context'
import { dispatchAuthEvent } from './auth-events'

type MemberMethods = Pick<MembershipClient, 'getCurrentMember' | 'updateMember' | 'deleteMember'>

/** The member who is logged in. */
export function memberMethods(context: ClientContext): MemberMethods {
  const { call, window } = context
  return {
    async getCurrentMember(options) {
      const { session, member } = $identity.get()
      if (options?.useCache && session && member) return { data: member }
      return readCurrentMember(context)
    },
    async updateMember(params, options) {
      const token = options?.token ?? currentToken()
      const answer = await call('updateMember', { ...params }, { token })
      if (isCurrent(token)) refreshMember(answer.data)
      return answer
    },
    async deleteMember(options) {
      const token = options?.token ?? currentToken()
      const answer = await call('deleteMember', {}, { token })
      if (isCurrent(token)) {
        endSession()
        dispatchAuthEvent(window, 'logout', null)
      }
      return answer
    },
  }
}

/** Asks the server, unless there is no session to ask about; a session that it does not know ends here too. */
export async function readCurrentMember({ call }: ClientContext): Promise<{ data: Member | null; message?: string }> {
  const token = currentToken()
  if (token === undefined) return { data: null }
  const answer = await call('getMember', {}, { token })
  applyMember(token, answer.data)
  return answer
}

/** Takes over what the server said of the member, unless someone else logged in or out while it was on its way. */
export function applyMember(token: string | undefined, member: Member | null): void {
  if (token === undefined || !isCurrent(token)) return
  if (member) refreshMember(member)
  else endSession()
}

const isCurrent = (token: string | undefined): boolean => token !== undefined && token === currentToken()
