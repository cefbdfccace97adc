import { expect, test } from 'vitest'
import { readTagId } from '../../contract/tag-id'
import { isTooShort } from '../../host-site/features/verify/verify-tool'

test.each([
  ['TT-WD2024001', 'TT-WD2024001', null],
  ['  tt-wd2024001\n', 'TT-WD2024001', null],
  ['TT‑TEST‑EL2026222925465101', 'TT-TEST-EL2026222925465101', null],
  ['TT–EL2026222925465101', 'TT-EL2026222925465101', null],
  ['TT − EL 2026 2229 2546 5101', 'TT-EL2026222925465101', null],
  ['TTEL2026222925465101', 'TT-EL2026222925465101', null],
  ['tttestel2026222925465101', 'TT-TEST-EL2026222925465101', null],
  ['TT-EL2026\u200B222925465101\uFEFF', 'TT-EL2026222925465101', null],
  ['https://trusttag.example/verify/TT-WD2024001', 'TT-WD2024001', 'trusttag.example'],
  ['trusttag.example/verify/TT-WD2024001', 'TT-WD2024001', 'trusttag.example'],
  ['https://evil.example:8443/verify/TT%E2%80%91WD2024001', 'TT-WD2024001', 'evil.example:8443'],
  ['https://trusttag.example@evil.example/verify/TT-WD2024001', 'TT-WD2024001', 'evil.example'],
  ['http://localhost:4000/verify?id=tt-wd2024001&from=mail#top', 'TT-WD2024001', 'localhost:4000'],
  ['/verify/TT-WD2024001?from=mail', 'TT-WD2024001', null],
  ['https://trusttag.example/verify?id=TT%2DWD2024001', 'TT-WD2024001', 'trusttag.example'],
  ['https://trusttag.example/verify/TT-%zz', 'TT-%ZZ', 'trusttag.example'],
  ['https://trusttag.example/profile', 'HTTPS://TRUSTTAG.EXAMPLE/PROFILE', null],
  ['Taxi 12345', 'TAXI 12345', null],
  ['   ', '', null],
])('%j means %j of %j', (typed, id, host) => {
  expect(readTagId(typed)).toEqual({ id, host })
})

test('five characters are too short for an ID, six are not', () => {
  expect(isTooShort('TT-12')).toBe(true)
  expect(isTooShort('TT-123')).toBe(false)
})
