import { describe, expect, test } from 'vitest'
import type { Member } from '../../../../contract/entities'
import { firstView, showsPlans, showsTeam, visibleTabs } from '../../../../widget/modals/profile/tabs'
import { aMember } from '../../../support/a-member'
import { aFreePlan, aPaidPlan } from '../../../support/a-plan-connection'
import { anApp } from '../../../support/an-app'
import { aCustomField } from './a-custom-field'

const app = anApp({ customFields: [aCustomField()] })

describe('the entries of the profile', () => {
  test('are profile and security, in that order', () => {
    expect(visibleTabs(app, aMember(), undefined)).toEqual(['profile', 'security'])
  })

  test.each([
    ['no custom fields', []],
    ['hidden ones only', [aCustomField({ hidden: true })]],
    ['admin-only ones only', [aCustomField({ restrictToAdmin: true })]],
  ])('an app with %s has no profile section', (_name, customFields) => {
    expect(visibleTabs(anApp({ customFields }), aMember(), undefined)).toEqual(['security'])
    expect(visibleTabs(anApp({ customFields }), aMember(), 'profile')).toEqual(['security'])
  })

  test('with a requested tab there is only that one', () => {
    expect(visibleTabs(app, aMember(), 'security')).toEqual(['security'])
    expect(visibleTabs(app, aMember(), 'profile')).toEqual(['profile'])
  })

  test('the password’s view is a part of security', () => {
    expect(visibleTabs(app, aMember(), 'changePassword')).toEqual(['security'])
    expect(firstView(['security'], 'changePassword')).toBe('changePassword')
  })

  test.each([
    ['security', ['security'], 'security'],
    ['plans', ['profile', 'security'], null],
    [undefined, ['profile', 'security'], null],
    ['profile', ['security'], null],
  ] as const)('a wish for %s among %j starts with %s', (requested, visible, expected) => {
    expect(firstView(visible, requested)).toBe(expected)
  })

  test.each([['nonsense'], ['plans'], ['__proto__'], [{}], [['profile']], [0], [null]])(
    'a request for %j is ignored',
    (requested) => {
      expect(visibleTabs(app, aMember(), requested)).toEqual(['profile', 'security'])
    },
  )
})

describe('the rule for plans', () => {
  const shows = (changes: Partial<Member>): boolean => showsPlans(app, aMember(changes))

  test('wants a payment customer, a connection without a price or a joined team', () => {
    expect(shows({})).toBe(false)
    expect(shows({ planConnections: [aPaidPlan()] })).toBe(false)
    expect(shows({ stripeCustomerId: 'cus_1' })).toBe(true)
    expect(shows({ planConnections: [aFreePlan()] })).toBe(true)
    expect(
      shows({
        teams: { ownedTeams: [], joinedTeams: [{ teamId: 't', planName: 'Team', planId: 'pln_team', active: true }] },
      }),
    ).toBe(true)
    expect(shows({ teams: { ownedTeams: [{ teamId: 't' }], joinedTeams: [] } })).toBe(false)
  })
})

test('the rule for team wants a team of one’s own', () => {
  expect(showsTeam(app, aMember())).toBe(false)
  expect(showsTeam(app, aMember({ teams: { ownedTeams: [{ teamId: 't' }], joinedTeams: [] } }))).toBe(true)
})
