import type { Call } from '../../contract/schemas'
import type { MembershipClient } from '../public'
import { setApp } from '../stores/app'
import { $visitSessionId, currentToken, setVisitSessionId } from '../stores/identity'
import type { CallEndpoint } from '../transport/call'
import { sessionData } from '../transport/session-data'
import type { ClientContext } from './context'
import { applyMember } from './member'

type AppMethods = Pick<
  MembershipClient,
  'getApp' | 'getPlans' | 'getPlan' | 'getRestrictedUrlGroups' | 'getAppAndMember'
>

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

/** @param call does not wait for readiness, because readiness waits for it */
export async function readAppAndMember(context: ClientContext, call: CallEndpoint, trackPageView: boolean) {
  const { mayTrack, window } = context
  const visit = mayTrack
    ? { trackPageView, sessionData: sessionData(window, $visitSessionId.get()) }
    : { trackPageView: false }
  const token = currentToken()
  // Pages of the published client set this global for single sign-on.
  const includeSSOText: unknown = Reflect.get(window, 'ssoUI')
  const answer = await call('getAppAndMember', { data: { includeSSOText, ...visit } }, { token })
  setApp(answer.data.app)
  if (mayTrack) setVisitSessionId(answer.data.sessionData.sessionId)
  applyMember(token, answer.data.member)
  return answer
}

/** Page views and events. Sends nothing if the page or the visitor opted out. */
export function trackingMethods({
  call,
  mayTrack,
  window,
}: ClientContext): Pick<MembershipClient, 'trackPageView' | '_Event'> {
  return {
    async trackPageView() {
      if (!mayTrack) return { data: { sessionData: { sessionId: null } } }
      const answer = await call('trackPageView', { data: { sessionData: sessionData(window, $visitSessionId.get()) } })
      setVisitSessionId(answer.data.sessionData.sessionId)
      return answer
    },
    async _Event(params) {
      if (!mayTrack) return
      try {
        await call('trackEvent', { ...sessionData(window, $visitSessionId.get()), ...params.data }, { keepalive: true })
      } catch {
        // A lost event must not affect the page.
      }
    },
  }
}
