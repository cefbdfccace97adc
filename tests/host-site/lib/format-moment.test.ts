import { expect, test } from 'vitest'
import { formatMoment } from '../../../host-site/lib/format-moment'

test('a moment names day, time and time zone', () => {
  expect(formatMoment('2026-11-21T19:05:59.000Z')).toBe('21 November 2026, 19:05 UTC')
  expect(formatMoment('2026-11-21T23:30:00-05:00')).toBe('22 November 2026, 04:30 UTC')
})
