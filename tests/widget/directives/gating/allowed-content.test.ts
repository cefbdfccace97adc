import { expect, test } from 'vitest'
import { allowedContent, isDecided, type AccessState } from '../../../../widget/directives/gating/allowed-content'
import { hidingRules } from '../../../../widget/directives/gating/hiding-rules'
import { aMember } from '../../../support/a-member'

const member = aMember()

test.each<[AccessState, readonly string[], boolean]>([
  [{ member: undefined, readiness: 'waiting' }, [], false],
  [{ member: undefined, readiness: 'known' }, [], false],
  [{ member: undefined, readiness: 'timed-out' }, ['!members'], false],
  [{ member: null, readiness: 'waiting' }, ['!members'], true],
  [{ member: null, readiness: 'known' }, ['!members'], true],
  [{ member: null, readiness: 'timed-out' }, ['!members'], true],
  [{ member, readiness: 'waiting' }, [], false],
  [{ member, readiness: 'known' }, ['members'], true],
  [{ member, readiness: 'timed-out' }, ['!members'], false],
])('%o shows %o', (state, allowed, decided) => {
  expect(allowedContent(state)).toEqual(allowed)
  expect(isDecided(state)).toBe(decided)
})

test('the rules name what may show, so that anything else is hidden', () => {
  expect(hidingRules(['members'])).toBe(
    ':root{--ms-gate:visible}[data-ms-content]:not([data-ms-content=""]):not([data-ms-content="members"]):not(#a#b#c){display:none !important}',
  )
})

test('the rules hide the logout action until members content may show', () => {
  expect(hidingRules([])).toContain('[data-ms-action="logout"]')
  expect(hidingRules(['!members'])).toContain('[data-ms-action="logout"]')
  expect(hidingRules(['members'])).not.toContain('logout')
})
