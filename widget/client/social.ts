import type { ConnectedProviders } from '../../contract/provider-answer'
import type { Answered, MemberAuth, MembershipClient, ProviderParams } from '../public'
import { refreshMember } from '../stores/identity'
import { $identity, currentToken } from '../stores/session'
import { loggedIn } from './auth'
import type { ClientContext } from './context'
import { isCurrent } from './member'
import { createProviderWays, type ProviderWays } from './provider-ways'

type SocialMethods = Pick<
  MembershipClient,
  'loginWithProvider' | 'signupWithProvider' | 'connectProvider' | 'disconnectProvider'
>

export interface Social {
  methods: SocialMethods
  /** Closes the window that is open. */
  stop(): void
}

/** Logging in, signing up and connecting with an account at a provider. Parameters are copied, as in `authMethods`. */
export function createSocial(context: ClientContext): Social {
  const { call } = context
  let made: ProviderWays | undefined
  // Made at the first wish, and still within the click that it comes from.
  const ways = (): ProviderWays => (made ??= createProviderWays(context))
  const arrive = async (asked: 'login' | 'signup', params: ProviderParams): Promise<Answered<MemberAuth>> => {
    const { came = asked, ...answer } = await ways().go(asked, { ...params })
    return loggedIn(context, came, answer)
  }
  return {
    methods: {
      loginWithProvider: (params) => arrive('login', params),
      signupWithProvider: (params) => arrive('signup', params),
      connectProvider: (params) => changeProviders(() => ways().go('connect', { ...params })),
      disconnectProvider: (params) => changeProviders(() => call('disconnectProvider', { ...params })),
    },
    stop: () => made?.stop(),
  }
}

/** Whoever shows the member is told of the change, unless somebody else has come or gone meanwhile. */
async function changeProviders<A extends { data: ConnectedProviders }>(change: () => Promise<A>): Promise<A> {
  const token = currentToken()
  const answer = await change()
  const { member } = $identity.get()
  const { providers } = answer.data
  if (member && isCurrent(token)) refreshMember({ ...member, auth: { ...member.auth, providers } })
  return answer
}
