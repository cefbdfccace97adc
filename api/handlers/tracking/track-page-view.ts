import { recordVisit } from '../../domain/visits/record-visit'
import type { Answer, Input } from '../../../contract/schemas'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Counts a page view and answers the id that the visit goes on under. */
export async function trackPageView(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  request: RequestContext,
  { data }: Input<'trackPageView'>,
): Promise<Answer<'trackPageView'>> {
  const { visitId } = await recordVisit(services, request, {
    kind: 'page-view',
    type: null,
    sessionData: data?.sessionData ?? {},
    keep: true,
  })
  return { data: { sessionData: { sessionId: visitId } } }
}
