import { PATH_MAX_CHARS, SESSION_ID_MAX_CHARS } from '../../contract/limits'
import type { SessionData } from '../../contract/session-data'
import type { Db } from '../database/db'
import type { Tables } from '../database/tables'
import type { Handlers, RequestContext } from '../ports/handler'
import type { Secrets } from '../lib/ids'
import type { Services } from '../ports/services'

export const visitHandlers = {
  /** Records a page view; answers the ID that the visit continues under. */
  async trackPageView(services, request, { data }) {
    const visit = { kind: 'page-view', type: null, sessionData: data?.sessionData ?? {}, keep: true } as const
    const { visitId } = await recordVisit(services, request, visit)
    return { data: { sessionData: { sessionId: visitId } } }
  },

  /** Records an event of the page; `success` says whether it was stored. */
  async trackEvent(services, request, { type, ...sessionData }) {
    const { kept } = await recordVisit(services, request, { kind: 'event', type, sessionData, keep: true })
    return { data: { success: kept } }
  },
} satisfies Partial<Handlers>

interface SentVisit extends Pick<Visit, 'kind' | 'type'> {
  sessionData: SentSessionData
  /** False: only the ID of the visit is wanted. */
  keep: boolean
}

/** As a client sends it: any part may be missing, and clients write a missing one as `undefined` too. */
type SentSessionData = { [Key in keyof SessionData]?: SessionData[Key] | undefined }

/**
 * Stores a visit, unless the caller does not want that or the browser asks not to be tracked.
 * @returns the ID that the visit continues under, and whether it was stored
 */
export async function recordVisit(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  { app, mode, path, mayTrack }: RequestContext,
  { kind, type, sessionData, keep }: SentVisit,
): Promise<{ visitId: string; kept: boolean }> {
  const visitId = continueVisit(secrets, sessionData.sessionId)
  const kept = keep && mayTrack
  // No IP address, no member, no query of the page and no key that is not named here.
  if (kept)
    await insertVisit(store, {
      appId: app.id,
      mode,
      kind,
      type: type === null ? null : withoutNul(type),
      visitId,
      path: withoutNul(path.replace(/[?#].*$/su, '')).slice(0, PATH_MAX_CHARS),
      browser: sessionData.browser ?? null,
      os: sessionData.os ?? null,
      screenSize: sessionData.screenSize ?? null,
      utm: toUtm(sessionData.utmParams ?? {}),
      at: clock.now(),
    })
  return { visitId, kept }
}

/** The client's own ID if it is well formed, else a new one. */
function continueVisit(secrets: Secrets, sent: string | null | undefined): string {
  const wellFormed = new RegExp(`^[A-Za-z0-9_-]{1,${SESSION_ID_MAX_CHARS}}$`, 'u')
  return sent && wellFormed.test(sent) ? sent : secrets.visitId()
}

const UTM_VALUE_MAX_CHARS = 256

function toUtm(sent: SessionData['utmParams']): Record<string, string> {
  const { source, medium, campaign, term, content } = sent
  const named = Object.entries({ source, medium, campaign, term, content })
  return Object.fromEntries(
    named.flatMap(([key, value]) => (value ? [[key, value.slice(0, UTM_VALUE_MAX_CHARS)]] : [])),
  )
}

/** No database stores a NUL character in a text. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '')

export interface Visit extends Omit<Tables['visits'], 'utm'> {
  utm: Record<string, string>
}

async function insertVisit(db: Db, visit: Visit): Promise<void> {
  await db.kysely
    .insertInto('visits')
    .values({ ...visit, utm: JSON.stringify(visit.utm) })
    .execute()
}

export async function deleteVisitsBefore(db: Db, time: number): Promise<void> {
  await db.kysely.deleteFrom('visits').where('at', '<', time).execute()
}
