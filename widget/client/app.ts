import type { Call } from '../../contract/schemas'
import type { MembershipClient } from '../public'
import { setApp } from '../stores/app'
import { currentToken } from '../stores/session'
import { $visitSessionId, setVisitSessionId } from '../stores/visit'
import { sessionData } from '../transport/session-data'
import type { CallEndpoint } from '../transport/call'
import type { ClientContext } from './context'
import { applyMember } from './member'

type AppMethods = Pick<
  MembershipClient,
  'getApp' | 'getPlans' | 'getPlan' | 'getRestrictedUrlGroups' | 'getAppAndMember'
>

/** The app that the page belongs to. */
export function appMethods(context: ClientContext): AppMethods {
  const { call } = context
  const readApp = async (params: Call<'getApp'> = {}): ReturnType<MembershipClient['getApp']> => {
    const answer = await call('getApp', params)
    setApp(answer.data)
    return answer
  }
  return {
    getApp: () => readApp({ includeSSOText: '' }),
    getPlans: async () => ({ data: (await readApp()).data.plans }),
    getPlan: async (params) => call('getPlan', { ...params }),
    getRestrictedUrlGroups: async () => ({ data: (await readApp()).data.contentGroups }),
    getAppAndMember: (params) => readAppAndMember(context, call, params?.trackPageView ?? false),
  }
}

/** @param call waiting for readiness, or not: the first answer is what readiness waits for */
export async function readAppAndMember(context: ClientContext, call: CallEndpoint, trackPageView: boolean) {
  const { mayTrack, window } = context
  const visit = mayTrack
    ? { trackPageView, sessionData: sessionData(window, $visitSessionId.get()) }
    : { trackPageView: false }
  const token = currentToken()
  // What a page of the published client asks for about single sign-on; nothing where it says nothing.
  const includeSSOText: unknown = Reflect.get(window, 'ssoUI')
  const answer = await call('getAppAndMember', { data: { includeSSOText, ...visit } }, { token })
  setApp(answer.data.app)
  if (mayTrack) setVisitSessionId(answer.data.sessionData.sessionId)
  applyMember(token, answer.data.member)
  return answer
}
