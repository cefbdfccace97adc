import { describe, expect, it, test } from 'vitest'
import type { Member, PlanConnection } from '../../../contract/entities'
import { type AccessState, letsShow, visibleContent, type VisibleContent } from '../../../widget/gating/visible-content'
import { aMember } from '../../support/a-member'
import { aPaidPlan } from '../../support/a-plan-connection'
import { anApp } from '../../support/an-app'

const group = { id: 'grp', name: '', redirect: '', urls: [] }
const app = anApp({
  contentGroups: [
    { ...group, key: 'members-area', allowAllMembers: true, plans: [] },
    { ...group, key: 'pro-area', allowAllMembers: false, plans: [{ id: 'pln_pro' }] },
  ],
})
const known = (member: Member | null): AccessState => ({ member, readiness: 'known', app })
const connection = (changes: Partial<PlanConnection>): PlanConnection => aPaidPlan({ payment: null, ...changes })
const { payment } = aPaidPlan()
const holdsFor = (changes: Partial<Member>): readonly string[] => visibleContent(known(aMember(changes))).holds
const plain = { auth: { email: 'a@example.com', hasPassword: false, providers: [] } }

describe('what holds', () => {
  it('is nothing for a visitor, who is known without any answer', () => {
    const visitor = { holds: [], others: 'all', final: true }
    expect(visibleContent(known(null))).toEqual(visitor)
    expect(visibleContent({ member: null, readiness: 'waiting', app: null })).toEqual(visitor)
  })

  it('is for a member without anything: to be one, to have no plan, and what is for all members', () =>
    expect(holdsFor(plain)).toEqual(['members', 'no-plans', 'members-area']))

  it('follows the account', () => {
    expect(holdsFor({ ...plain, verified: true })).toContain('verified')
    expect(holdsFor({ auth: { ...plain.auth, hasPassword: true } })).toContain('has-password')
    expect(holdsFor({ ...plain, isModerator: true })).toContain('is-admin')
    expect(holdsFor({ ...plain, permissions: ['admin'] })).toContain('is-admin')
    expect(holdsFor({ ...plain, permissions: ['administrate:nothing'], isModerator: false })).not.toContain('is-admin')
  })

  test.each<[string, Partial<PlanConnection>, string[]]>([
    ['a paid plan', { payment }, ['members', 'paid-plans', 'pln_pro', 'members-area', 'pro-area']],
    ['a free one', { planId: 'pln_free', type: 'FREE' }, ['members', 'free-plans', 'pln_free', 'members-area']],
    [
      'a trial',
      { payment, status: 'TRIALING' },
      ['members', 'paid-plans', 'is-trialing', 'pln_pro', 'members-area', 'pro-area'],
    ],
    [
      'a plan that waits for money',
      { payment, active: false, status: 'REQUIRES_PAYMENT' },
      ['members', 'no-plans', 'has-failed-payment', 'members-area'],
    ],
    [
      'a payment that failed while the plan goes on',
      { payment: aPaidPlan({}, { status: 'FAILED' }).payment },
      ['members', 'paid-plans', 'has-failed-payment', 'pln_pro', 'members-area', 'pro-area'],
    ],
    ['a plan that has ended', { payment, active: false, status: 'CANCELED' }, ['members', 'no-plans', 'members-area']],
  ])('follows the plans: %s', (_name, changes, holds) =>
    expect(holdsFor({ ...plain, planConnections: [connection(changes)] })).toEqual(holds),
  )

  it('follows joined teams: what their plan gives, as a plan that is paid for', () => {
    const team = { teamId: 'team', planName: 'Pro', planId: 'pln_pro', active: true }
    const inTeam = (changes: object) =>
      holdsFor({ ...plain, teams: { ownedTeams: [], joinedTeams: [{ ...team, ...changes }] } })
    expect(inTeam({})).toEqual(['members', 'paid-plans', 'pln_pro', 'members-area', 'pro-area'])
    expect(inTeam({ active: false })).toEqual(['members', 'no-plans', 'members-area'])
  })

  test.each<[Partial<Member>, boolean]>([
    [{}, false],
    [{ planConnections: [connection({})] }, false],
    [{ stripeCustomerId: 'cus_1' }, true],
    [{ planConnections: [connection({ payment, active: false, status: 'REQUIRES_PAYMENT' })] }, true],
  ])('a member pays with %o: %s', (changes, pays) => expect(visibleContent(known(aMember(changes))).pays).toBe(pays))

  it('never takes a content group’s key for one of the built-in names', () => {
    const contentGroups = [{ ...group, key: 'verified', allowAllMembers: true, plans: [] }]
    expect(visibleContent({ ...known(aMember()), app: anApp({ contentGroups }) }).holds).not.toContain('verified')
  })
})

describe('what is not known', () => {
  it('is everything while a session is unconfirmed', () => {
    const undecided = { holds: [], others: 'none', final: false }
    expect(visibleContent({ member: undefined, readiness: 'waiting', app: null })).toEqual(undecided)
    expect(visibleContent({ member: undefined, readiness: 'known', app })).toEqual(undecided)
    expect(visibleContent({ member: aMember(), readiness: 'waiting', app })).toEqual(undecided)
  })

  it('ends with the deadline: then the visitors’ side shows, but nothing is final', () => {
    const late = { holds: [], others: 'all', final: false }
    expect(visibleContent({ member: undefined, readiness: 'timed-out', app: null })).toEqual(late)
    expect(visibleContent({ member: aMember(), readiness: 'timed-out', app })).toEqual(late)
    expect(visibleContent({ member: null, readiness: 'timed-out', app: null })).toEqual({ ...late, final: true })
  })

  it('are a member’s groups until the app is known', () => {
    const content = visibleContent({ ...known(aMember()), app: null })
    expect([letsShow(content, 'members'), letsShow(content, '!members')]).toEqual([true, false])
    expect([letsShow(content, 'verified'), letsShow(content, '!verified')]).toEqual([false, true])
    expect([letsShow(content, 'pro-area'), letsShow(content, '!pro-area')]).toEqual([undefined, undefined])
  })
})

test.each<[Partial<VisibleContent>, string, boolean | undefined]>([
  [{}, '', true],
  [{ holds: ['members'] }, 'members', true],
  [{ holds: ['members'] }, '!members', false],
  [{ holds: ['members'] }, 'vip', false],
  [{ holds: ['members'] }, '!vip', true],
  [{}, '!verified', false],
  [{}, '!has-failed-payment', false],
  [{}, '!has-password', true],
  [{}, '!is-trialing', true],
  [{ holds: ['members'] }, '!verified', true],
  [{ holds: ['members'] }, '!has-failed-payment', true],
  [{ others: 'none' }, 'members', undefined],
  [{ others: 'none' }, '!members', undefined],
  [{ others: 'none' }, '', true],
])('with %o the value "%s" lets show: %s', (content, value, shows) =>
  expect(letsShow({ holds: [], others: 'all', final: true, ...content }, value)).toBe(shows),
)
