import { describe, expect, test } from 'vitest'
import type { ContentGroup } from '../../../contract/entities'
import { leadsInCircles, type PageState, pageVerdict } from '../../../widget/gating/page-gate'
import { aMember } from '../../support/a-member'
import { aGroup } from '../../support/a-group'

const members = aGroup('members', { urls: [{ url: '/members', filter: 'STARTS' }], redirect: '/denied' })
const pro = aGroup('pro', {
  allowAllMembers: false,
  plans: [{ id: 'pln_pro' }],
  urls: [{ url: '/members/pro', filter: 'EQUALS' }],
  redirect: '/pricing',
})
const before = [{ urls: members.urls, redirect: members.redirect }]

const verdict = (changes: Partial<PageState>) =>
  pageVerdict({
    path: '/members/pro',
    groups: [members, pro],
    before: null,
    mayBeGated: true,
    member: null,
    readiness: 'known',
    ...changes,
  })

describe('once the server has told the groups', () => {
  test('a visitor is sent away by the first group that gates the address', () => {
    expect(verdict({})).toBe(members)
    expect(verdict({ readiness: 'waiting' })).toBe(members)
    expect(verdict({ path: '/open' })).toBe('open')
  })

  test('a member needs access to every one of them', () => {
    expect(verdict({ member: aMember() })).toBe(pro)
    expect(verdict({ member: aMember(), path: '/members/news' })).toBe('open')
  })

  test.each(['waiting', 'timed-out'] as const)('a member named before the answer is not believed (%s)', (readiness) => {
    expect(verdict({ member: aMember(), readiness })).toBe('undecided')
  })

  test('a stored session that is not confirmed decides nothing, but where nothing is gated', () => {
    expect(verdict({ member: undefined })).toBe('undecided')
    expect(verdict({ member: undefined, path: '/open' })).toBe('open')
  })
})

describe('before it has', () => {
  test('it is unknown on a first visit', () => {
    expect(verdict({ groups: null })).toBe('unknown')
    expect(verdict({ groups: null, mayBeGated: false })).toBe('open')
  })

  test('an earlier visit tells where to hide, and never where to go', () => {
    expect(verdict({ groups: null, before })).toBe('closed-before')
    expect(verdict({ groups: null, before, path: '/denied' })).toBe('open')
    expect(verdict({ groups: null, before, path: '/open' })).toBe('open')
    expect(verdict({ groups: null, before, path: '/open', mayBeGated: true })).toBe('open')
    expect(verdict({ groups: null, before, member: undefined })).toBe('undecided')
    expect(verdict({ groups: null, before, member: aMember() })).toBe('undecided')
  })

  test('what the server tells now counts more', () => {
    expect(verdict({ groups: [], before })).toBe('open')
  })
})

describe('redirects that lead in circles', () => {
  const gate = (url: string, redirect: string): ContentGroup =>
    aGroup(url, { urls: [{ url, filter: 'EQUALS' }], redirect })

  test('two groups, each the redirect page of the other', () => {
    const groups = [gate('/a', '/b'), gate('/b', '/a')]
    expect(leadsInCircles(groups, null, '/a')).toBe(true)
    expect(leadsInCircles(groups, aMember(), '/a')).toBe(false)
  })

  test('a way into a circle further on', () => {
    expect(leadsInCircles([gate('/a', '/b'), gate('/b', '/c'), gate('/c', '/B/')], null, '/a')).toBe(true)
  })

  test('a chain that ends is not a loop', () => {
    expect(leadsInCircles([gate('/a', '/b'), gate('/b', '/c?x=/a')], null, '/a')).toBe(false)
  })
})
