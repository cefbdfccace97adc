import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'
import { continueVisit, toVisitRow } from './to-visit-row'
import type { Visit } from './to-visit-row'

/**
 * Keeps a visit, unless the caller does not want it kept or the browser asks not to be tracked.
 *
 * @returns the id that the visit goes on under, and whether it was kept
 */
export async function recordVisit(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  { app, mode, path, mayTrack }: RequestContext,
  visit: Pick<Visit, 'kind' | 'type' | 'sessionData'> & { keep: boolean },
): Promise<{ visitId: string; kept: boolean }> {
  const visitId = continueVisit(secrets, visit.sessionData.sessionId)
  const kept = visit.keep && mayTrack
  if (kept) await store.visits.insert(toVisitRow({ app, mode, path, visitId, at: clock.now(), ...visit }))
  return { visitId, kept }
}
