// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ContentGroup } from '../../../contract/entities'
import { type PageGateSettings, startPageGate } from '../../../widget/gating/page-gate'
import { createGatedPages } from '../../../widget/storage/gated-pages'
import { $app, setApp, setReadiness } from '../../../widget/stores/app'
import { setMember } from '../../../widget/stores/identity'
import { expectConsole } from '../../setup/console-watch'
import { aGroup } from '../../support/a-group'
import { aMember } from '../../support/a-member'
import { anApp } from '../../support/an-app'

const members = aGroup('members', { urls: [{ url: '/members', filter: 'STARTS' }], redirect: '/denied?why=1' })
const site = 'https://shop.example'
const replace = vi.fn()
const readApp = vi.fn(async () => {})
let stop = (): void => {}

function open(path: string, changes: Partial<PageGateSettings> = {}): void {
  window.location.href = site + path
  vi.spyOn(window.location, 'replace').mockImplementation((url) => void replace(String(url)))
  stop = startPageGate({ window, pages: createGatedPages(window, 'app_demo'), curtain: true, readApp, ...changes }).stop
}

const learn = (...contentGroups: ContentGroup[]): void => setApp(anApp({ contentGroups }))
/** State of an earlier visit. */
const visitedBefore = (...groups: ContentGroup[]): void => createGatedPages(window, 'app_demo').keep(groups)
/** The only style sheet here is the page gate's. Visibility is tested in browsers. */
const isHidden = (): boolean => document.adoptedStyleSheets.some(({ cssRules }) => cssRules.length > 0)
const isAway = (): string[] => replace.mock.calls.flat()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.clear()
  sessionStorage.clear()
  document.adoptedStyleSheets = []
  document.body.innerHTML = '<p>Text</p>'
  // As with the CSS line for late tags, or a tag in head: nothing has been painted yet.
  document.head.innerHTML = '<style id="late">body { visibility: var(--ms-gate, hidden) }</style>'
  $app.set(null)
  setMember(null)
  setReadiness('waiting')
  replace.mockClear()
  readApp.mockClear()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** The element gate is ready: from here on, only the page gate hides. */
const gatesInPlace = (): void => document.querySelector('#late')?.remove()

describe('with the script of all apps', () => {
  const mayGate = (path: string): boolean => path.startsWith('/members')
  const brought = () => ({ pages: createGatedPages(window, 'app_demo', mayGate) })

  test('a first visit hides only a page that may be gated, for 1.5 seconds', () => {
    open('/open', brought())
    expect(isHidden()).toBe(false)
    stop()
    open('/members/a', brought())
    expect(isHidden()).toBe(true)
    vi.advanceTimersByTime(1_500)
    expect(isHidden()).toBe(false)
    learn(members)
    expect(isAway()).toEqual([`${site}/denied?why=1`])
  })

  test('a route change before the response hides a page that may be gated', () => {
    open('/open', brought())
    history.pushState(null, '', '/members/b')
    expect(isHidden()).toBe(true)
    history.pushState(null, '', '/open')
    expect(isHidden()).toBe(false)
  })
})

describe('once the groups are known', () => {
  test('a visitor is led away from a gated address, once, and the page stays hidden', () => {
    open('/members/a')
    gatesInPlace()
    learn(members)
    setReadiness('known')
    learn(members)
    expect(isAway()).toEqual([`${site}/denied?why=1`])
    vi.advanceTimersByTime(10_000)
    expect(isHidden()).toBe(true)
  })

  test('a member stays, is led away by the logout, and may stay again after a login', () => {
    setMember(aMember())
    open('/members/a')
    gatesInPlace()
    learn(members)
    setReadiness('known')
    expect([isAway(), isHidden()]).toEqual([[], false])
    setMember(null)
    expect([isAway(), isHidden()]).toEqual([[`${site}/denied?why=1`], true])
    setMember(aMember())
    expect(isHidden()).toBe(false)
    setMember(null)
    expect(isAway()).toHaveLength(2)
  })

  test('a page without a gate has neither sheet nor watch on its history', () => {
    visitedBefore(members)
    const pushState = Reflect.get(history, 'pushState')
    localStorage.clear()
    visitedBefore()
    open('/members/a')
    learn(aGroup('by-element-only'))
    expect([document.adoptedStyleSheets.length, Reflect.get(history, 'pushState') === pushState]).toEqual([0, true])
  })

  test('a route change into a gated address leads away, one out of it does not, and hashes never matter', () => {
    open('/open')
    gatesInPlace()
    learn(members)
    history.pushState(null, '', '/open#members')
    history.replaceState(null, '', '/open/members')
    expect(isAway()).toEqual([])
    history.pushState(null, '', '/members/b')
    expect([isAway().length, isHidden()]).toEqual([1, true])
    history.pushState(null, '', '/open')
    expect([isAway().length, isHidden()]).toEqual([1, false])
  })

  test('a page from the back/forward cache is decided again', () => {
    open('/members/a')
    learn(members)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(isAway()).toHaveLength(1)
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(isAway()).toHaveLength(2)
  })

  test.each([
    ['to another site', /another site/, [{ ...members, redirect: 'https://evil.example/' }]],
    [
      'in circles',
      /form a loop/,
      [
        aGroup('a', { urls: [{ url: '/members/a', filter: 'EQUALS' }], redirect: '/b' }),
        aGroup('b', { urls: [{ url: '/b', filter: 'EQUALS' }], redirect: '/members/a' }),
      ],
    ],
  ])('redirects that lead %s are said once, and the page stays hidden', (_where, sentence, groups) => {
    expectConsole('error', sentence)
    open('/members/a')
    gatesInPlace()
    learn(...groups)
    setReadiness('known')
    expect([isAway(), isHidden()]).toEqual([[], true])
  })
})

describe('while they are not known', () => {
  test('a first visit hides the page for 1.5 seconds, shows it, and leads away when it is known', () => {
    open('/members/a')
    gatesInPlace()
    vi.advanceTimersByTime(1_499)
    expect(isHidden()).toBe(true)
    vi.advanceTimersByTime(1)
    expect([isHidden(), isAway()]).toEqual([false, []])
    learn(members)
    expect([isHidden(), isAway().length]).toEqual([true, 1])
  })

  test('an answer shows what is open at once, and the next visit hides only what is gated', () => {
    open('/open')
    gatesInPlace()
    learn(members)
    expect(isHidden()).toBe(false)
    stop()
    $app.set(null)
    document.adoptedStyleSheets = []
    open('/open')
    expect(document.adoptedStyleSheets).toEqual([])
    stop()
    open('/members/a')
    expect(isHidden()).toBe(true)
    expect(isAway()).toEqual([])
  })

  test('what was painted already does not flicker', () => {
    gatesInPlace()
    open('/members/a')
    expect(document.adoptedStyleSheets).toEqual([])
    learn(members)
    expect([isHidden(), isAway().length]).toEqual([true, 1])
  })

  test('curtain="off" hides only what an earlier visit knows', () => {
    open('/members/a', { curtain: false })
    expect(document.adoptedStyleSheets).toEqual([])
    stop()
    visitedBefore(members)
    open('/members/a', { curtain: false })
    gatesInPlace()
    expect(isHidden()).toBe(true)
  })

  test('without an answer a visitor does not see what was gated before; it asks again until there is one', async () => {
    visitedBefore(members)
    open('/members/a')
    gatesInPlace()
    await vi.advanceTimersByTimeAsync(6_400)
    expect([isHidden(), isAway(), readApp.mock.calls.length]).toEqual([true, [], 0])
    await vi.advanceTimersByTimeAsync(5_100)
    expect(readApp).toHaveBeenCalledTimes(2)
    learn()
    expect([isHidden(), isAway()]).toEqual([false, []])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(readApp).toHaveBeenCalledTimes(2)
  })

  test('without a response, a visitor with a session sees it after 1.5 seconds', () => {
    visitedBefore(members)
    setMember(undefined)
    open('/members/a')
    gatesInPlace()
    expect(isHidden()).toBe(true)
    vi.advanceTimersByTime(1_500)
    expect(isHidden()).toBe(false)
  })

  test('a server that is silent is waited for on one page of a tab only', () => {
    open('/a')
    vi.advanceTimersByTime(1_500)
    stop()
    document.adoptedStyleSheets = []
    open('/b')
    expect(document.adoptedStyleSheets).toEqual([])
  })
})

test('the end opens what was undecided, and nothing that was denied', () => {
  open('/members/a')
  gatesInPlace()
  stop()
  expect(isHidden()).toBe(false)
  open('/members/a')
  learn(members)
  stop()
  expect(isHidden()).toBe(true)
})

test('the hiding reaches everything in the body and outweighs the page’s own rules', () => {
  open('/members/a')
  const rules = document.adoptedStyleSheets[0]?.cssRules[0]?.cssText ?? ''
  expect(rules).toMatch(/body:not\(#a#b#c\).*body \*:not\(#a#b#c\).*visibility: hidden !important.*transition: none/s)
})
