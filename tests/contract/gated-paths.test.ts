import { describe, expect, test, vi } from 'vitest'
import { gateDigests, type GatedGroup, gatesPath, gateTest } from '../../contract/gated-paths'

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

describe('the digests of an app', () => {
  const group = (url: string, filter: 'EQUALS' | 'STARTS', redirect = '/denied'): GatedGroup => ({
    urls: [{ url, filter }],
    redirect,
  })
  const paths = [
    '/',
    '/pro',
    '/Pro.html',
    '/members',
    '/members/',
    '/members/a',
    '/membership',
    '/denied',
    '/join',
    '/a%2F..%2Fpro',
    '/caf%C3%A9/menu',
    '/x',
  ]

  test.each<[string, GatedGroup[]]>([
    ['a page', [group('/pro', 'EQUALS')]],
    ['a prefix', [group('/members', 'STARTS')]],
    ['a folder', [group('/members/', 'STARTS')]],
    ['everything but the redirect page', [group('/', 'STARTS')]],
    ['a redirect page that another group gates', [group('/', 'STARTS', '/join'), group('/join', 'EQUALS')]],
    ['an encoded prefix', [group('/café', 'STARTS')]],
    ['a group without a URL beside it', [{ urls: [], redirect: '/x' }, group('/pro.html', 'EQUALS')]],
  ])('tell the same as its groups: %s', (_, groups) => {
    const others = gateDigests('app_other', [group('/x', 'EQUALS'), group('/pro', 'STARTS')])
    const mayGate = gateTest('app_demo', new Set([...others, ...gateDigests('app_demo', groups)]))
    expect(paths.filter((path) => mayGate?.(path))).toEqual(
      paths.filter((path) => groups.some((one) => gatesPath(one, path))),
    )
  })

  test('are none where nothing is gated, and those of others say so', () => {
    expect(gateDigests('app_open', [{ urls: [], redirect: '/x' }])).toEqual([])
    expect(gateTest('app_open', new Set(gateDigests('app_demo', [group('/', 'STARTS')])))).toBeNull()
  })

  test('contain neither app nor URL', () => {
    for (const one of gateDigests('app_demo', [group('/members', 'STARTS')])) expect(one).toMatch(/^[\da-z]{1,7}$/)
  })
})
