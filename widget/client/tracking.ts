import type { MembershipClient } from '../public'
import { $visitSessionId, setVisitSessionId } from '../stores/visit'
import { sessionData } from '../transport/session-data'
import type { ClientContext } from './context'

type TrackingMethods = Pick<MembershipClient, 'trackPageView' | '_Event'>

/** Counting of page views and events. Where the page or the visitor opted out nothing is sent. */
export function trackingMethods({ call, mayTrack, window }: ClientContext): TrackingMethods {
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
        // An event that is lost is no reason to disturb the page.
      }
    },
  }
}
