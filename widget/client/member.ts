import type { Answer, Call } from '../../contract/schemas'
import type { Member, MembershipClient, SignalOption, TokenOption } from '../public'
import { $identity, currentToken, endSession, refreshMember } from '../stores/identity'
import type { ClientContext } from './context'

type MemberMethods = Pick<
  MembershipClient,
  | 'getCurrentMember'
  | 'updateMember'
  | 'updateMemberAuth'
  | 'setPassword'
  | 'getMemberJSON'
  | 'updateMemberJSON'
  | 'deleteMember'
  | 'updateMemberProfileImage'
  | 'deleteMemberProfileImage'
>

/** The member who is logged in. */
export function memberMethods(context: ClientContext): MemberMethods {
  const { call, window } = context
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
    ...profileImageMethods(context),
  }
}

function profileImageMethods({
  call,
}: ClientContext): Pick<MemberMethods, 'updateMemberProfileImage' | 'deleteMemberProfileImage'> {
  const setImage = (token: string | undefined, profileImage: string | null): void => {
    const { member } = $identity.get()
    if (member && isCurrent(token)) refreshMember({ ...member, profileImage })
  }
  const remove: MembershipClient['deleteMemberProfileImage'] = async (options) => {
    const token = tokenOf(options)
    const answer = await call('deleteProfileImage', {}, { ...options, token })
    setImage(token, null)
    return answer
  }
  return {
    async updateMemberProfileImage(params, options) {
      const { profileImage } = { ...params }
      if (profileImage === null) return remove(options)
      const token = tokenOf(options)
      const answer = await call('updateProfileImage', { profileImage }, { ...options, token })
      setImage(token, answer.data.profileImage)
      return answer
    },
    deleteMemberProfileImage: remove,
  }
}

/** Reads the member from the server if there is a session; one that the server does not know ends here too. */
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

/** Stores the member of a response, unless someone else logged in or out during the call. */
export function applyMember(token: string | undefined, member: Member | null): void {
  if (token === undefined || !isCurrent(token)) return
  if (member) refreshMember(member)
  else endSession()
}

export const isCurrent = (token: string | undefined): boolean => token !== undefined && token === currentToken()

/** The session that a call is made with. */
export const tokenOf = (options: TokenOption | undefined): string | undefined => options?.token ?? currentToken()

/**
 * Notifies the page's scripts, in the tab where it happened: a bubbling `memberstack.login`, `memberstack.signup` or
 * `memberstack.logout` on document, with `detail.member` (null after logout).
 */
export function dispatchAuthEvent(
  window: Window & typeof globalThis,
  kind: 'login' | 'signup' | 'logout',
  member: Member | null,
): void {
  const event = new window.CustomEvent(`memberstack.${kind}`, { bubbles: true, detail: { member } })
  window.document.dispatchEvent(event)
}
