import * as v from 'valibot'
import type { trackingEndpoints } from '../endpoints/tracking'
import { sessionData } from '../session-data'
import { EVENT_TYPE_MAX_CHARS } from '../limits'
import type { SchemasFor } from './schema'

const { browser, os, screenSize, sessionId, utmParams } = sessionData.entries

/**
 * Optional data about a visit. A value outside the lists is dropped, and only that value: tracking must not break a
 * page.
 */
const visitEntries = {
  browser: v.fallback(v.optional(browser), undefined),
  os: v.fallback(v.optional(os), undefined),
  screenSize: v.fallback(v.optional(screenSize), undefined),
  sessionId: v.fallback(v.optional(sessionId), undefined),
  utmParams: v.fallback(v.optional(utmParams), undefined),
}
const lenientSessionData = v.fallback(v.object(visitEntries), {})

export const visit = v.object({
  includeSSOText: v.optional(v.unknown()),
  trackPageView: v.optional(v.boolean()),
  sessionData: v.optional(lenientSessionData),
})

export const trackingSchemas = {
  trackPageView: {
    input: v.object({ data: v.optional(v.object({ sessionData: v.optional(lenientSessionData) })) }),
    output: v.object({ sessionData: v.object({ sessionId: v.string() }) }),
  },
  trackEvent: {
    input: v.object({
      type: v.pipe(v.string('invalid-field-type'), v.maxLength(EVENT_TYPE_MAX_CHARS, 'field-limit-exceeded')),
      ...visitEntries,
    }),
    output: v.object({ success: v.boolean() }),
  },
} satisfies SchemasFor<typeof trackingEndpoints>
