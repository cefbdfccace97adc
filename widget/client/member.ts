import { passkeysNotSupported } from '../../contract/browser-errors'
import type { RenewedSession } from '../../contract/provider-answer'
import type { Answer, Call } from '../../contract/schemas'
import type { Answered, Member, MembershipClient, ProviderParams, SignalOption, TokenOption } from '../public'
import { $identity, currentToken, endSession, isCurrent, refreshMember, refreshSession } from '../stores/identity'
import { noAnswer } from '../transport/membership-error'
import type { ClientContext } from './context'
import { signWithPasskey } from './passkey-ceremony'

type MemberMethods = Pick<
  MembershipClient,
  | 'getCurrentMember'
  | 'updateMember'
  | 'updateMemberAuth'
  | 'cancelMemberEmailChange'
  | 'setPassword'
  | 'getMemberJSON'
  | 'updateMemberJSON'
  | 'deleteMember'
  | 'updateMemberProfileImage'
  | 'deleteMemberProfileImage'
>

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
    updateMemberAuth: (params, options) =>
      change('updateMemberAuth', { ...params, device: context.device.token() }, options),
    cancelMemberEmailChange: async (options) => call('cancelEmailChange', {}, options),
    setPassword: (params, options) => change('setPassword', params, options),
    getMemberJSON: async (options) => call('getMemberJson', {}, options),
    updateMemberJSON: async (params, options) => call('updateMemberJson', { ...params }, options),
    async deleteMember(options) {
      const token = tokenOf(options)
      const answer = await call('deleteMember', { device: context.device.token() }, { ...options, token })
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

/** Reads the member if there is a session, and ends a session that the server rejects. */
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

export const tokenOf = (options: TokenOption | undefined): string | undefined => options?.token ?? currentToken()

/**
 * Dispatches a bubbling `membership.login`, `membership.signup` or `membership.logout` on document, in the tab where
 * it happened, with `detail.member` (null after logout). Pages written for Memberstack use `memberstack.login` and the
 * like for events of their own.
 */
export function dispatchAuthEvent(
  window: Window & typeof globalThis,
  kind: 'login' | 'signup' | 'logout',
  member: Member | null,
): void {
  const event = new window.CustomEvent(`membership.${kind}`, { bubbles: true, detail: { member } })
  window.document.dispatchEvent(event)
}

type SessionMethods = Pick<
  MembershipClient,
  | 'getMemberSessions'
  | 'endMemberSession'
  | 'endOtherMemberSessions'
  | 'getReauthenticationOptions'
  | 'reauthenticateMember'
>

/** Sessions of the member, and the proof that ending them needs. */
export function sessionMethods(
  { call, device }: ClientContext,
  proveBy: (params: ProviderParams) => Promise<Answered<RenewedSession>>,
): SessionMethods {
  return {
    getMemberSessions: async (options) => call('getMemberSessions', {}, options),
    endMemberSession: async (params, options) => call('endMemberSession', { ...params }, options),
    endOtherMemberSessions: async (options) => call('endOtherMemberSessions', {}, options),
    async getReauthenticationOptions(params, options) {
      const answer = await call('getReauthenticationOptions', { ...params, device: device.token() }, options)
      const { requestToken, passkey: _passkey, ...data } = answer.data
      if (requestToken) device.saveRequest('reauthenticate', requestToken)
      return { ...answer, data }
    },
    async reauthenticateMember(params, options) {
      const token = tokenOf(options)
      const { passkey, provider, ...typed } = { passkey: false, provider: undefined, ...params }
      const send = async () => {
        const proof = passkey ? { credential: await signProof(call, options) } : typed
        const requestToken = device.requestOf('reauthenticate')
        return call('reauthenticate', { ...proof, requestToken }, { ...options, token })
      }
      const { signal } = { ...options }
      const { data, ...rest } = await (provider ? proveBy({ provider, ...(signal && { signal }) }) : send())
      const { accessToken, expires } = data.tokens
      // If someone else logged in during the call, keep their session.
      if (isCurrent(token) && $identity.get().session) refreshSession({ accessToken, expires })
      device.saveRequest('reauthenticate', null)
      return { ...rest, data: { success: true } }
    },
  }
}

/** @throws MembershipError `passkeys-not-supported` also for a page whose domain has none */
async function signProof(call: ClientContext['call'], options: TokenOption | undefined) {
  const { data } = await call('getReauthenticationOptions', {}, options)
  if (!data.passkey) throw noAnswer(passkeysNotSupported)
  return signWithPasskey(data.passkey, { signal: options?.signal })
}
