import { describe, expect, test, vi } from 'vitest'
import { gatesPath } from '../../../widget/lib/gated-paths'

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

test.each([
  ['/members/', 'STARTS', '/x%2F..%2Fmembers%2Fa'],
  ['/members/', 'STARTS', '/members%5Ca'],
  ['/members/', 'STARTS', '/x/%2e%2e%2fmembers/a'],
  ['/members/', 'STARTS', '/%6Dembers/%zz'],
  ['/members/', 'STARTS', '/members;jsessionid=1/a'],
  ['/members/', 'STARTS', '/x;y/..;/members/a'],
  ['/pro.html', 'EQUALS', '/pro.html;v=1'],
  ['/pro.html', 'EQUALS', '/%2F%2Fpro.html'],
  ['/a?b', 'EQUALS', '/a%3Fb'],
  ['/caf\u00e9', 'EQUALS', '/cafe%CC%81'],
] as const)('%s (%s) is gated by whatever name a host may serve it: %s', (url, filter, path) => {
  expect(gates(url, filter, path)).toBe(true)
})

test('a plain path is compared as it stands, without the browser’s own reading of addresses', () => {
  const parse = vi.spyOn(globalThis, 'URL')
  gates('/members/pro.html', 'EQUALS', '/other/page', '/denied.html')
  expect(parse).not.toHaveBeenCalled()
  gates('/Caf%C3%A9/..', 'EQUALS', '/')
  expect(parse).toHaveBeenCalled()
})
