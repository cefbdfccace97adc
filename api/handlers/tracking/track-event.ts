import { recordVisit } from '../../domain/visits/record-visit'
import type { Answer, Input } from '../../../contract/schemas'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** Records an event of the page; `success` says whether it was kept. */
export async function trackEvent(
  services: Pick<Services, 'store' | 'secrets' | 'clock'>,
  request: RequestContext,
  { type, ...sessionData }: Input<'trackEvent'>,
): Promise<Answer<'trackEvent'>> {
  const { kept } = await recordVisit(services, request, { kind: 'event', type, sessionData, keep: true })
  return { data: { success: kept } }
}
