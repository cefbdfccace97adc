import * as v from 'valibot'

/** What a visit tells of the browser it happens in (seed 001 section 3). */
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
})
export type SessionData = v.InferOutput<typeof sessionData>
