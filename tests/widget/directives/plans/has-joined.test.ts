import { expect, test } from 'vitest'
import { hasJoined } from '../../../../widget/directives/plans/choice'
import { aMember } from '../../../support/a-member'
import { aFreePlan } from '../../../support/a-plan-connection'

const member = aMember({ planConnections: [aFreePlan({ planId: 'pln_free' })] })

test('a sign-up that took all plans along has joined; one that found an account without them has not', () => {
  expect(hasJoined(member, ['pln_free'])).toBe(true)
  expect(hasJoined(member, [])).toBe(true)
  expect(hasJoined(member, ['pln_free', 'pln_news'])).toBe(false)
  expect(hasJoined(null, ['pln_free'])).toBe(false)
})
