import { unknownError } from '../../contract/errors'
import type { MembershipClient } from '../public'
import { MembershipError } from '../transport/membership-error'
import type { ClientContext } from './context'

type SocialMethods = Pick<
  MembershipClient,
  'loginWithProvider' | 'signupWithProvider' | 'connectProvider' | 'disconnectProvider'
>

/** Logging in, signing up and connecting with an account at a provider. */
export function socialMethods({ call }: ClientContext): SocialMethods {
  const open = (): never => {
    throw new MembershipError('unknown-error', unknownError.message, unknownError.status, {})
  }
  return {
    loginWithProvider: async () => open(),
    signupWithProvider: async () => open(),
    connectProvider: async () => open(),
    disconnectProvider: async (params) => call('disconnectProvider', { ...params }),
  }
}
