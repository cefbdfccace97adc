import { expect, test } from 'vitest'
import { isTooShort, readTagId } from '../../../../host-site/features/verify/asked-id'

test.each([
  ['TT-WD2024001', 'TT-WD2024001'],
  ['  tt-wd2024001\n', 'TT-WD2024001'],
  ['https://trusttag.example/verify/TT-WD2024001', 'TT-WD2024001'],
  ['http://localhost:4000/verify?id=tt-wd2024001&from=mail#top', 'TT-WD2024001'],
  ['/verify/TT-WD2024001?from=mail', 'TT-WD2024001'],
  ['https://trusttag.example/verify?id=TT%2DWD2024001', 'TT-WD2024001'],
  ['https://trusttag.example/verify/TT-%zz', 'TT-%ZZ'],
  ['https://trusttag.example/profile', 'HTTPS://TRUSTTAG.EXAMPLE/PROFILE'],
  ['   ', ''],
])('%j means %j', (typed, id) => {
  expect(readTagId(typed)).toBe(id)
})

test('five characters are too short for an ID, six are not', () => {
  expect(isTooShort('TT-12')).toBe(true)
  expect(isTooShort('TT-123')).toBe(false)
})
