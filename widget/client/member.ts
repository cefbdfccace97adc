import type { Answer, Call } from '../../contract/schemas'
import type { Member, MembershipClient, SignalOption, TokenOption } from '../public'
import { endSession, refreshMember } from '../stores/identity'
import { $identity, currentToken } from '../stores/session'
import type { ClientContext } from './context'
import { dispatchAuthEvent } from './auth-events'

type MemberMethods = Pick<
  MembershipClient,
  | 'getCurrentMember'
  | 'updateMember'
  | 'updateMemberAuth'
  | 'setPassword'
  | 'getMemberJSON'
  | 'updateMemberJSON'
  | 'deleteMember'
>

/** The member who is logged in. */
export function memberMethods(context: ClientContext): MemberMethods {
  const { call, window } = context
  /** The answer is the member as it is now: whoever shows it is told. */
  const change = async <K extends 'updateMember' | 'updateMemberAuth' | 'setPassword'>(
    endpoint: K,
    params: Call<K>,
    options: TokenOption | undefined,
  ): Promise<Answer<K>> => {
    const token = tokenOf(options)
    const answer = await call<K>(endpoint, { ...params }, { ...options, token })
    if (isCurrent(token)) refreshMember(answer.data)
    return answer
  }
  return {
    async getCurrentMember(options) {
      const { session, member } = $identity.get()
      if (options?.useCache && session && member) return { data: member }
      return readCurrentMember(context, options)
    },
    updateMember: (params, options) => change('updateMember', params, options),
    updateMemberAuth: (params, options) => change('updateMemberAuth', params, options),
    setPassword: (params, options) => change('setPassword', params, options),
    getMemberJSON: async (options) => call('getMemberJson', {}, options),
    updateMemberJSON: async (params, options) => call('updateMemberJson', { ...params }, options),
    async deleteMember(options) {
      const token = tokenOf(options)
      const answer = await call('deleteMember', {}, { ...options, token })
      if (isCurrent(token)) {
        endSession()
        dispatchAuthEvent(window, 'logout', null)
      }
      return answer
    },
  }
}

/** Asks the server, unless there is no session to ask about; a session that it does not know ends here too. */
export async function readCurrentMember(
  { call }: ClientContext,
  options?: SignalOption,
): Promise<{ data: Member | null; message?: string }> {
  const token = currentToken()
  if (token === undefined) return { data: null }
  const answer = await call('getMember', {}, { ...options, token })
  applyMember(token, answer.data)
  return answer
}

/** Takes over what the server said of the member, unless someone else logged in or out while it was on its way. */
export function applyMember(token: string | undefined, member: Member | null): void {
  if (token === undefined || !isCurrent(token)) return
  if (member) refreshMember(member)
  else endSession()
}

export const isCurrent = (token: string | undefined): boolean => token !== undefined && token === currentToken()

/** The session that a call is made with. */
export const tokenOf = (options: TokenOption | undefined): string | undefined => options?.token ?? currentToken()
