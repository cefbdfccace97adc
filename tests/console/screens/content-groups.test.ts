import { describe, expect, it } from 'vitest'
import {
  closingGroup,
  groupsOf,
  mayEnter,
  plansOf,
  toPath,
  touchedPaths,
  viewersOf,
  withGate,
} from '../../../console/screens/content/groups'
import type { Group } from '../../../console/screens/content/groups'

const pro: Group = {
  key: 'pro',
  name: 'Pro',
  plans: ['pln_pro'],
  redirect: '/pricing',
  urls: [{ url: '/pro', filter: 'STARTS' }],
}
const everyone: Group = {
  key: 'members',
  name: 'Members',
  plans: [],
  redirect: '/login',
  urls: [{ url: '/pro/forum', filter: 'EQUALS' }],
}
const plans = [
  { id: 'pln_free', name: 'Free' },
  { id: 'pln_pro', name: 'Pro' },
]
const visitor = { kind: 'visitor' } as const
const member = (...planIds: string[]) => ({ kind: 'member', planIds }) as const

describe('groups of a definition', () => {
  it('have an empty list of plans and pages if the file names none', () =>
    expect(groupsOf({ contentGroups: [{ key: 'a', name: 'A', redirect: '/' }] })).toEqual([
      { key: 'a', name: 'A', plans: [], redirect: '/', urls: [] },
    ]))

  it('and plans are empty without a definition of them', () => {
    expect(groupsOf({})).toEqual([])
    expect(plansOf({ plans: [{ id: 'pln_a', name: 'A', prices: [] }] })).toEqual([{ id: 'pln_a', name: 'A' }])
  })
})

describe('a group lets in', () => {
  it.each([
    ['no visitor', everyone, visitor, false],
    ['every member without plans', everyone, member(), true],
    ['members with its plan', pro, member('pln_free', 'pln_pro'), true],
    ['no member with another plan', pro, member('pln_free'), false],
  ])('%s', (_, group, viewer, expected) => expect(mayEnter(group, viewer)).toBe(expected))
})

describe('a page', () => {
  it.each([
    ['/pro', visitor, 'pro'],
    ['/Pro/a.html', member('pln_free'), 'pro'],
    ['/pro/forum', member('pln_pro'), undefined],
    ['/pricing', visitor, undefined],
    ['/', visitor, undefined],
  ])('%s is closed to %o by %s', (path, viewer, key) =>
    expect(closingGroup([pro, everyone], path, viewer)?.key).toBe(key),
  )

  it('is closed by the first group that denies it, as in the widget', () => {
    expect(closingGroup([everyone, pro], '/pro/forum', visitor)?.key).toBe('members')
    expect(closingGroup([everyone, pro], '/pro/forum', member())?.key).toBe('pro')
  })

  it('never closes the redirect page of its own group', () =>
    expect(closingGroup([{ ...pro, redirect: '/pro/join' }], '/pro/join', visitor)).toBeNull())
})

describe('a change of a gate', () => {
  const visited = ['/pro', '/pro/a', '/about', '/about/team'].map((path, index) => ({ path, views: 10 - index }))

  it('touches the visited pages that close or open', () => {
    const after = withGate([pro], 'pro', {
      before: { url: '/pro', filter: 'STARTS' },
      after: { url: '/about', filter: 'EQUALS' },
    })
    expect(touchedPaths([pro], after, plans, visited)).toEqual([
      { path: '/pro', views: 10, effect: 'opens' },
      { path: '/pro/a', views: 9, effect: 'opens' },
      { path: '/about', views: 8, effect: 'closes' },
    ])
  })

  it('touches nothing that another group closes to the same people', () => {
    const twin = { ...pro, key: 'twin' }
    const after = withGate([pro, twin], 'pro', { before: { url: '/pro', filter: 'STARTS' }, after: null })
    expect(after[0]?.urls).toEqual([])
    expect(touchedPaths([pro, twin], after, plans, visited)).toEqual([])
  })

  it('of plans opens a page for some and closes it for others', () =>
    expect(touchedPaths([pro], [{ ...pro, plans: ['pln_free'] }], plans, visited)[0]).toEqual({
      path: '/pro',
      views: 10,
      effect: 'differs',
    }))

  it('adds a gate at the end', () =>
    expect(withGate([pro, everyone], 'pro', { before: null, after: { url: '/b', filter: 'EQUALS' } })[0]?.urls).toEqual(
      [
        { url: '/pro', filter: 'STARTS' },
        { url: '/b', filter: 'EQUALS' },
      ],
    ))
})

it('viewers are a visitor, a member without a plan and one with each plan', () =>
  expect(viewersOf(plans)).toEqual([visitor, member(), member('pln_free'), member('pln_pro')]))

it.each([
  [' /pro ', '/pro'],
  ['https://example.com/pro?x=1#y', '/pro'],
  ['pro', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['javascript:alert(1)', null],
  ['http://', null],
  ['', null],
])('the page %j is the path %j', (typed, path) => expect(toPath(typed)).toBe(path))
