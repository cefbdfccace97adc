import * as v from 'valibot'
import { expect, test } from 'vitest'
import { trackingSchemas } from '../../../contract/schemas/tracking'

test('an event loses only the part of its visit that is in no list', () => {
  const sent = { type: 'clicked', browser: 'NETSCAPE', os: 'LINUX', screenSize: 7, utmParams: { source: 'news' } }
  const { type, browser, os, screenSize, utmParams } = v.parse(trackingSchemas.trackEvent.input, sent)
  expect({ type, browser, os, screenSize, utmParams }).toEqual({
    type: 'clicked',
    browser: undefined,
    os: 'LINUX',
    screenSize: undefined,
    utmParams: { source: 'news' },
  })
})

test('a page view whose visit is no object at all is still counted', () => {
  const { data } = v.parse(trackingSchemas.trackPageView.input, { data: { sessionData: 'nonsense' } })
  expect(data).toEqual({ sessionData: {} })
})

test('an event without a type is refused', () => {
  expect(v.safeParse(trackingSchemas.trackEvent.input, { browser: 'CHROME' }).success).toBe(false)
})
