import { PATH_MAX_CHARS, SESSION_ID_MAX_CHARS } from '../../contract/limits'
import type { SessionData } from '../../contract/session-data'
import type { Db, Tx } from '../database/db'
import type { Tables } from '../database/tables'
import type { Handlers, RequestContext } from './members/context'
import { dayOf, zoneOf } from '../../contract/zone-days'
import type { Secrets } from '../lib/ids'
import type { AppDefinition } from './apps/definition'
import type { Services } from '../http/services'

export const visitHandlers = {
  /** Records a page view and returns the ID that the visit continues under. */
  async trackPageView(services, request, { data }) {
    const visit = { kind: 'page-view', type: null, sessionData: data?.sessionData ?? {}, keep: true } as const
    const { visitId } = await recordVisit(services, request, visit)
    return { data: { sessionData: { sessionId: visitId } } }
  },

  /** Records an event of the page; `success`: whether it was stored. */
  async trackEvent(services, request, { type, ...sessionData }) {
    const { kept } = await recordVisit(services, request, { kind: 'event', type, sessionData, keep: true })
    return { data: { success: kept } }
  },
} satisfies Partial<Handlers>

interface SentVisit extends Pick<Visit, 'kind' | 'type'> {
  sessionData: SentSessionData
  /** False: returns the visit's ID only. */
  keep: boolean
}

/** As clients send it: any part may be missing or `undefined`. */
type SentSessionData = { [Key in keyof SessionData]?: SessionData[Key] | undefined }

/** Skips callers who decline and browsers that refuse tracking. @returns the visit's ID, and whether it was stored */
export async function recordVisit(
  { store, secrets, clock }: Pick<Services, 'store' | 'secrets' | 'clock'>,
  { app, mode, path, mayTrack }: RequestContext,
  { kind, type, sessionData, keep }: SentVisit,
): Promise<{ visitId: string; kept: boolean }> {
  const visitId = continueVisit(secrets, sessionData.sessionId)
  const kept = keep && mayTrack
  // Stores no IP address, member, page query, or key that is not listed here.
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

/** The client's ID if it is well formed, else a new one. */
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

/** Only a sum per day: no row links a member and a visit. In the sign-up's transaction. */
export async function countCampaignSignup(
  { kysely }: Tx,
  app: Pick<AppDefinition, 'timeZone'>,
  { appId, mode, createdAt }: Pick<Tables['members'], 'appId' | 'mode' | 'createdAt'>,
  campaign: string,
): Promise<void> {
  const day = dayOf(createdAt, zoneOf(app))
  await kysely
    .insertInto('dailyFigures')
    .values({ appId, mode, day, name: 'campaignSignups', part: campaign, value: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['appId', 'mode', 'name', 'day', 'part'])
        .doUpdateSet((eb) => ({ value: eb('dailyFigures.value', '+', 1) })),
    )
    .execute()
}

export async function deleteVisitsBefore(db: Db, time: number): Promise<void> {
  await db.kysely.deleteFrom('visits').where('at', '<', time).execute()
}
