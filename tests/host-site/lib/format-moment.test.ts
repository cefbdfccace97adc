import { expect, test, vi } from 'vitest'
import { formatLocalMoment, formatMoment } from '../../../host-site/lib/format'

test('a moment has day, time and time zone', () => {
  expect(formatMoment('2026-11-21T19:05:59.000Z')).toBe('21 November 2026, 19:05 UTC')
  expect(formatMoment('2026-11-21T23:30:00-05:00')).toBe('22 November 2026, 04:30 UTC')
})

test('a local moment uses the reader’s time zone', () => {
  vi.stubEnv('TZ', 'America/Detroit')
  expect(formatLocalMoment('2026-11-22T02:30:00.000Z')).toBe('21 November 2026, 21:30 your time')
  vi.unstubAllEnvs()
})
