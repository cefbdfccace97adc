// @vitest-environment happy-dom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Member } from '../../../../../contract/entities'
import { aMember } from '../../../../support/a-member'
import { aFreePlan, aPaidPlan } from '../../../../support/a-plan-connection'
import { type ProfileStage, profileStage } from '../profile-stage'

let stage: ProfileStage

beforeEach(() => {
  document.documentElement.lang = 'en'
})
afterEach(() => {
  vi.useRealTimers()
  stage.leave()
})

const teams = (...joinedTeams: Member['teams']['joinedTeams']) => ({ ownedTeams: [], joinedTeams })
const studio = { teamId: 'team_1', planName: 'Studio', planId: 'pln_team', active: true }
const open = async (member: Partial<Member>) => {
  stage = profileStage({ member })
  await stage.openProfile({ tab: 'plans' })
}
/** The rows below a heading: lines, and buttons in brackets. */
const groups = () =>
  Object.fromEntries(
    [...stage.find('.profile-panel').querySelectorAll('section')].map((section) => [
      section.querySelector('h3')?.textContent,
      [...section.querySelectorAll('li')].map((row) =>
        [...row.querySelectorAll('bdi, .state, p'), ...row.querySelectorAll('button')].map((part) =>
          part.matches('button') ? `[${part.textContent}]` : part.textContent,
        ),
      ),
    ]),
  )
const gone = async (changes: Partial<Member>) => {
  stage.setMember(aMember(changes))
}

describe('what a member has', () => {
  test('is listed as paid, team and free plans', async () => {
    await open({
      stripeCustomerId: 'cus_1',
      planConnections: [aFreePlan(), aPaidPlan({}, { nextBillingDate: null })],
      teams: teams(studio),
    })
    expect(groups()).toEqual({
      'Paid plans': [['Pro', 'Active', '$10.00']],
      'Team plans': [['Studio', 'Active', '[Leave team]']],
      'Free plans': [['Free', 'Active', '[Remove]']],
    })
    expect(stage.text()).not.toContain('You have no plans yet.')
  })

  test('is empty for a member without plans', async () => {
    await open({ stripeCustomerId: 'cus_1' })
    expect(stage.text()).toContain('You have no plans yet.')
    expect(groups()).toEqual({})
    expect(stage.hasButton('Manage subscriptions')).toBe(true)
  })

  test.each([
    ['runs', aPaidPlan(), ['Active', '$10.00', 'Next payment on Dec 21, 2026']],
    ['is on trial', aPaidPlan({ status: 'TRIALING' }), ['Trial', '$10.00', 'Next payment on Dec 21, 2026']],
    [
      'is cancelled for later',
      aPaidPlan({}, { cancelAtDate: Date.UTC(2026, 11, 5, 12) }),
      ['Active', '$10.00', 'Ends on Dec 5, 2026'],
    ],
    [
      'was not paid',
      aPaidPlan({ active: false, status: 'REQUIRES_PAYMENT' }),
      ['$10.00', 'Payment failed', '[Update payment]'],
    ],
    [
      'waits for the bank',
      aPaidPlan({ active: false, status: 'REQUIRES_AUTHENTICATION' }),
      ['$10.00', 'Payment failed', '[Update payment]'],
    ],
    ['has ended', aPaidPlan({ active: false, status: 'CANCELED' }), ['Ended']],
    ['was bought once', aPaidPlan({ type: 'ONETIME' }, { nextBillingDate: null }), ['Active', '$10.00']],
  ] as const)('a plan that %s says so', async (_how, connection, lines) => {
    await open({ stripeCustomerId: 'cus_1', planConnections: [connection] })
    expect(groups()).toEqual({ 'Paid plans': [['Pro', ...lines]] })
  })

  test('money and dates are written as the page’s language has them', async () => {
    document.documentElement.lang = 'de_AT'
    await open({ stripeCustomerId: 'cus_1', planConnections: [aPaidPlan()] })
    expect(groups()['Paid plans']).toEqual([
      ['Pro', expect.any(String), expect.stringMatching(/^\$\s10,00$/), expect.stringContaining('21.12.2026')],
    ])
  })

  test('a free plan that has ended cannot be removed', async () => {
    await open({ stripeCustomerId: 'cus_1', planConnections: [aFreePlan({ active: false, status: 'CANCELED' })] })
    expect(groups()).toEqual({ 'Free plans': [['Free', 'Ended']] })
  })

  test('a team whose owner does not pay says that it is not active, and can be left', async () => {
    await open({ teams: teams({ ...studio, active: false }) })
    expect(groups()).toEqual({ 'Team plans': [['Studio', 'Not active', '[Leave team]']] })
  })
})

describe('managing subscriptions', () => {
  test('leads to where payments are managed', async () => {
    await open({ stripeCustomerId: 'cus_1' })
    stage.client.launchStripeCustomerPortal.mockResolvedValue({ data: { url: 'https://pay.example/' } })
    await stage.press('Manage subscriptions')
    expect(stage.client.launchStripeCustomerPortal).toHaveBeenCalledExactlyOnceWith({
      priceIds: [],
      autoRedirect: true,
    })
    expect([stage.alert(), stage.status()]).toEqual(['', ''])
  })

  test('a failed payment leads there too', async () => {
    const failed = aPaidPlan({ active: false, status: 'REQUIRES_PAYMENT' })
    await open({ stripeCustomerId: 'cus_1', planConnections: [failed] })
    stage.client.launchStripeCustomerPortal.mockResolvedValue({ data: { url: 'https://pay.example/' } })
    expect(stage.button('Update payment').getAttribute('aria-label')).toBe('Update payment Pro')
    await stage.press('Update payment')
    expect(stage.client.launchStripeCustomerPortal).toHaveBeenCalledOnce()
  })

  test('is not there without a payment customer', async () => {
    await open({ planConnections: [aFreePlan()] })
    expect(stage.hasButton('Manage subscriptions')).toBe(false)
  })

  test('that fails says why', async () => {
    await open({ stripeCustomerId: 'cus_1' })
    stage.client.launchStripeCustomerPortal.mockRejectedValueOnce({ message: 'Not now.' })
    await stage.press('Manage subscriptions')
    expect([stage.alert(), stage.busy()]).toEqual(['Not now.', false])
  })
})

describe('giving a plan up', () => {
  const newsletter = aFreePlan({ id: 'con_2', planId: 'pln_newsletter', planName: 'Newsletter' })

  test('is asked once more, and only then done and said', async () => {
    await open({ planConnections: [aFreePlan(), newsletter] })
    stage.client.removePlan.mockImplementation(async () => {
      const member = aMember({ planConnections: [newsletter] })
      await gone(member)
      return { data: { member, redirect: null } }
    })
    await stage.press('Remove')
    expect(stage.client.removePlan).not.toHaveBeenCalled()
    expect(stage.button('Are you sure?').getAttribute('aria-label')).toBe('Are you sure? Free')
    expect(stage.find('.entry output').textContent).toBe('Are you sure?')
    await stage.press('Are you sure?')
    expect(stage.client.removePlan).toHaveBeenCalledExactlyOnceWith({ planId: 'pln_free' })
    expect(groups()).toEqual({ 'Free plans': [['Newsletter', 'Active', '[Remove]']] })
    expect(stage.status()).toBe('The plan has been removed.')
    expect(stage.focused()).toBe(stage.button('Remove'))
  })

  test('that was the last one leaves the tab on show, and the focus on its heading', async () => {
    await open({ planConnections: [aFreePlan()] })
    stage.client.removePlan.mockImplementation(async () => {
      await gone({})
      return { data: { member: aMember(), redirect: null } }
    })
    await stage.press('Remove')
    await stage.press('Are you sure?')
    expect([stage.panelTitle(), stage.entries()]).toEqual(['Plans', ['Plans']])
    expect(stage.text()).toContain('You have no plans yet.')
    expect(stage.focused()?.textContent).toBe('Plans')
  })

  test('is no longer asked after three seconds', async () => {
    await open({ planConnections: [aFreePlan()] })
    vi.useFakeTimers()
    await stage.press('Remove')
    await act(async () => vi.advanceTimersByTime(2_999))
    expect(stage.hasButton('Are you sure?')).toBe(true)
    await act(async () => vi.advanceTimersByTime(1))
    expect([stage.hasButton('Are you sure?'), stage.hasButton('Remove')]).toEqual([false, true])
    expect(stage.client.removePlan).not.toHaveBeenCalled()
  })

  test('that fails says why and keeps it', async () => {
    await open({ planConnections: [aFreePlan()] })
    stage.client.removePlan.mockRejectedValueOnce({ message: 'Not now.' })
    await stage.press('Remove')
    await stage.press('Are you sure?')
    expect([stage.alert(), stage.busy()]).toEqual(['Not now.', false])
    expect(groups()['Free plans']).toHaveLength(1)
  })
})

test('leaving a team takes oneself out of it', async () => {
  await open({ teams: teams(studio) })
  stage.client.removeMemberFromTeam.mockImplementation(async () => {
    await gone({})
    return { data: { id: 'mem_sb_ada' } }
  })
  await stage.press('Leave team')
  expect(stage.client.removeMemberFromTeam).not.toHaveBeenCalled()
  await stage.press('Are you sure?')
  expect(stage.client.removeMemberFromTeam).toHaveBeenCalledExactlyOnceWith({
    teamId: 'team_1',
    memberId: 'mem_sb_ada',
  })
  expect(stage.status()).toBe('You have left the team.')
  expect(stage.hasButton('Leave team')).toBe(false)
})
