import { describe, expect, test } from 'vitest'
import { gatesPath } from '../../../../widget/directives/gating/page-gate-address'

const gates = (url: string, filter: 'EQUALS' | 'STARTS', path: string, redirect = '/denied'): boolean =>
  gatesPath({ urls: [{ url, filter }], redirect }, path)

describe('EQUALS gates the page itself', () => {
  test.each([
    ['/pro.html', '/pro.html'],
    ['/pro.html', '/Pro.HTML'],
    ['/pro.html', '/pro'],
    ['/pro', '/pro.html'],
    ['/pro', '/pro/'],
    ['/pro/', '/pro'],
    ['/pro', '/pro/index.html'],
    ['/', '/'],
    ['/', '/index.html'],
    ['/café', '/caf%C3%A9'],
    ['/caf%C3%A9', '/caf%c3%a9'],
    ['/two words', '/two%20words'],
    ['/a/b', '//a//b'],
    ['/50%', '/50%'],
  ])('%s, asked for as %s', (url, path) => {
    expect(gates(url, 'EQUALS', path)).toBe(true)
  })

  test.each([
    ['/pro', '/professional'],
    ['/pro', '/pro/more'],
    ['/pro', '/a/pro'],
    ['/pro', '/'],
    ['/', '/pro'],
    ['/pro', '/pro.htm'],
  ])('%s, and not %s', (url, path) => {
    expect(gates(url, 'EQUALS', path)).toBe(false)
  })
})

describe('STARTS gates whatever begins so', () => {
  test.each([
    ['/members', '/members'],
    ['/members', '/MEMBERS/a/b.html'],
    ['/members', '/membership'],
    ['/members/', '/members'],
    ['/members/', '/members/a'],
    ['/members/index.html', '/members/'],
    ['/', '/'],
    ['/', '/anything'],
    ['/caf%C3%A9', '/café/menu'],
  ])('%s, asked for as %s', (url, path) => {
    expect(gates(url, 'STARTS', path)).toBe(true)
  })

  test.each([
    ['/members/', '/membership'],
    ['/members', '/a/members'],
    ['/members', '/member'],
    ['/docs/a.html', '/docs/ab'],
  ])('%s, and not %s', (url, path) => {
    expect(gates(url, 'STARTS', path)).toBe(false)
  })
})

test.each(['/login.html', '/login.html?from=here#form', 'https://shop.example/login.html', '/login'])(
  'a group never gates its own redirect page (%s), however the host spells it',
  (redirect) => {
    for (const path of ['/login.html', '/login', '/Login/']) expect(gates('/', 'STARTS', path, redirect)).toBe(false)
    expect(gates('/', 'STARTS', '/login/help', redirect)).toBe(true)
  },
)

test('a group without addresses gates none', () => {
  expect(gatesPath({ urls: [], redirect: '/' }, '/members')).toBe(false)
})
