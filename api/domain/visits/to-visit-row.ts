import { PATH_MAX_CHARS, SESSION_ID_MAX_CHARS } from '../../../contract/limits'
import type { SessionData } from '../../../contract/session-data'
import type { Secrets } from '../../ports/secrets'
import type { VisitRow } from '../../ports/visit-store'
import type { AppDefinition } from '../app-definition'
import type { Mode } from '../mode'

const UTM_VALUE_MAX_CHARS = 256

/** As a client sends it: any part may be missing, and clients write a missing one as `undefined` too. */
export type SentSessionData = { [Key in keyof SessionData]?: SessionData[Key] | undefined }

export interface Visit {
  app: AppDefinition
  mode: Mode
  path: string
  kind: VisitRow['kind']
  type: string | null
  visitId: string
  sessionData: SentSessionData
  at: number
}

/** All that is kept of a visit: no address, no member, no query of the page, no other key that a client sent. */
export function toVisitRow({ app, mode, path, kind, type, visitId, sessionData, at }: Visit): VisitRow {
  return {
    appId: app.id,
    mode,
    kind,
    type: type === null ? null : storable(type),
    visitId,
    path: storable(path.replace(/[?#].*$/su, '')).slice(0, PATH_MAX_CHARS),
    browser: sessionData.browser ?? null,
    os: sessionData.os ?? null,
    screenSize: sessionData.screenSize ?? null,
    utm: toUtm(sessionData.utmParams ?? {}),
    at,
  }
}

/** The id that the visit goes on under: the client's own if it can be one, else a new one. */
export function continueVisit(secrets: Secrets, sent: string | null | undefined): string {
  const wellFormed = new RegExp(`^[A-Za-z0-9_-]{1,${SESSION_ID_MAX_CHARS}}$`, 'u')
  return sent && wellFormed.test(sent) ? sent : secrets.visitId()
}

function toUtm(sent: SessionData['utmParams']): Record<string, string> {
  const { source, medium, campaign, term, content } = sent
  const named = Object.entries({ source, medium, campaign, term, content })
  return Object.fromEntries(
    named.flatMap(([key, value]) => (value ? [[key, value.slice(0, UTM_VALUE_MAX_CHARS)]] : [])),
  )
}

/** No database keeps a NUL character in a text. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '')
}
