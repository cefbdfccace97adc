import * as v from 'valibot'
import type { SessionData } from './types/session-data'

export type { SessionData }

export const sessionData = v.object({
  browser: v.picklist(['EDGE', 'INTERNET_EXPLORER', 'SAFARI', 'FIREFOX', 'CHROME', 'OPERA', 'OTHER']),
  os: v.picklist(['WINDOWS', 'MACOS', 'ANDROID', 'IOS', 'LINUX', 'OTHER']),
  screenSize: v.picklist(['PHONE', 'TABLET', 'DESKTOP']),
  sessionId: v.nullable(v.string()),
  utmParams: v.object({
    source: v.optional(v.string()),
    medium: v.optional(v.string()),
    campaign: v.optional(v.string()),
    term: v.optional(v.string()),
    content: v.optional(v.string()),
  }),
}) satisfies v.GenericSchema<SessionData>
