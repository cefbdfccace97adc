// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLog, type Log } from '../../../widget/inspector/log'
import { createInspectorStore, type InspectorStore } from '../../../widget/inspector/store'
import { createInspectorStorage } from '../../../widget/storage/inspector'
import type { InspectionEvent } from '../../../widget/stores/inspection'
import { demoApp } from './rules/demo-app'

const at = 1_800_000_000_000
let store: InspectorStore
let log: Log

function start(): void {
  store = createInspectorStore({ xRayMode: true, showSide: 'right', showSidebar: false })
  store.appData.set(demoApp)
  log = createLog({ store, storage: createInspectorStorage(window), window })
}
const tell = (event: InspectionEvent): void => log.record(event, at)
const texts = (): string[] => store.log.get().map(({ text }) => text)
const newest = () => store.log.get().at(-1)
function element(html: string): Element {
  document.body.innerHTML = html
  return document.body.firstElementChild ?? document.body
}

beforeEach(() => {
  sessionStorage.clear()
  history.replaceState(null, '', '/pricing.html?token=abc')
  start()
})
afterEach(() => log.stop())

describe('a line', () => {
  test('of a call names method, path, status, how long it took, and what was sent without secrets', () => {
    const input = { email: 'ada@demo.example', password: 'hunter22' }
    tell({ kind: 'call', name: 'login', input, status: 200, code: null, tookMs: 34 })
    expect(newest()).toEqual({
      at,
      kind: 'call',
      text: 'POST /auth/login → 200 (34 ms)',
      detail: '{"email":"…","password":"…"}',
    })
  })

  test('of a call has the parameters in its path, and no detail without input', () => {
    tell({ kind: 'call', name: 'getPlan', input: { planId: 'pln_free' }, status: 200, code: null, tookMs: 5 })
    expect(newest()).toEqual({ at, kind: 'call', text: 'GET /app/plans/pln_free → 200 (5 ms)' })
  })

  test.each([
    [401, 'invalid-credentials', 'POST /auth/login → 401 invalid-credentials (1 ms)'],
    [0, 'network-error', 'POST /auth/login → no response (1 ms)'],
  ])('of a failure (%s) says which', (status, code, text) => {
    tell({ kind: 'call', name: 'login', input: {}, status, code, tookMs: 1 })
    expect(newest()).toEqual({ at, kind: 'error', text })
  })

  test.each([
    [null, 'call', '/auth-provider/login → done (7 ms)'],
    ['popup-closed', 'error', '/auth-provider/login → popup-closed (7 ms)'],
  ])('of a way to a provider (%s) says how it ended, and what was asked without secrets', (code, kind, text) => {
    const input = { provider: 'google', customFields: { mail: 'ada@demo.example' } }
    tell({ kind: 'provider', flow: 'login', input, code, tookMs: 7 })
    expect(newest()).toEqual({ at, kind, text, detail: '{"provider":"google","customFields":{"mail":"…"}}' })
  })

  test('of a way to a provider in the page’s place hides what opens something', () => {
    const query = 'provider=google&publicKey=pk_sb_demo&ticket=abc&challenge=' + '0a1b'.repeat(16)
    tell({ kind: 'redirect', to: `http://localhost:4001/auth-provider/connect?${query}` })
    expect(newest()?.text).toBe(
      'redirect to http://localhost:4001/auth-provider/connect?provider=google&publicKey=…&ticket=…&challenge=…',
    )
  })

  test.each([
    [{ to: 'http://localhost:3000/welcome.html' }, 'redirect to /welcome.html'],
    [{ to: '/welcome.html?ticket=abc' }, 'redirect to /welcome.html?ticket=…'],
    [{ to: 'https://pay.example/c' }, 'redirect to https://pay.example/c'],
    [{ to: '/pricing.html', group: 'pro-area' }, 'redirect to /pricing.html: group pro-area needs plan pln_pro'],
  ])('of a redirect names where to, and the group that closes the page: %o', (event, text) => {
    tell({ kind: 'redirect', ...event })
    expect(newest()).toMatchObject({ kind: 'redirect', text })
  })

  test('of gating names the reason', () => {
    tell({ kind: 'content-removed', element: element('<p data-ms-content="pro-area"></p>'), place: null })
    const forMembers = element('<p data-ms-content="members"></p>')
    tell({ kind: 'content-returned', element: forMembers, place: null })
    tell({ kind: 'content-removed', element: forMembers, place: null })
    tell({ kind: 'content-returned', element: forMembers, place: null })
    tell({
      kind: 'content-returned',
      element: element('<p style="display: none" data-ms-content="!members"></p>'),
      place: null,
    })
    expect(texts().slice(-5)).toEqual([
      'removed: group pro-area needs plan pln_pro',
      'shown: only for members',
      'removed: only for members',
      'shown again: only for members',
      'hidden: not for members',
    ])
  })

  test('of a choice names what was chosen', () => {
    const button = element('<button data-ms-plan:add="pln_free" data-ms-price:add="prc_pro-monthly">Buy</button>')
    tell({ kind: 'plan-price-clicked', element: button })
    expect(newest()).toMatchObject({
      kind: 'choice',
      text: 'clicked: data-ms-plan:add="pln_free" data-ms-price:add="prc_pro-monthly"',
    })
  })
})

describe('the lines', () => {
  test('begin with the page, by its path alone, and when it began', () => {
    expect(store.log.get()).toEqual([{ at: Math.round(performance.timeOrigin), kind: 'page', text: '/pricing.html' }])
  })

  test('are at most 200, the newest last', () => {
    for (let ms = 0; ms < 300; ms += 1)
      tell({ kind: 'call', name: 'logout', input: {}, status: 200, code: null, tookMs: ms })
    expect(texts()).toHaveLength(200)
    expect(texts().at(-1)).toContain('(299 ms)')
  })

  test('of many elements that are removed for one reason are one', () => {
    const event = {
      kind: 'content-removed',
      element: element('<p data-ms-content="members"></p>'),
      place: null,
    } as const
    for (let count = 0; count < 500; count += 1) tell(event)
    tell({ ...event, element: element('<p data-ms-content="verified"></p>') })
    expect(texts().slice(1)).toEqual([
      'removed: only for members (500 times)',
      'removed: only for members with a verified email',
    ])
  })
})

describe('the page before', () => {
  const leave = (): boolean => window.dispatchEvent(new Event('pagehide'))

  test('is listed under its path, above the rows of this page', () => {
    tell({ kind: 'redirect', to: '/denied.html', group: 'pro-area' })
    leave()
    log.stop()
    history.replaceState(null, '', '/denied.html')
    start()
    expect(texts()).toEqual([
      '/pricing.html',
      'redirect to /denied.html: group pro-area needs plan pln_pro',
      '/denied.html',
    ])
    leave()
    log.stop()
    start()
    expect(texts()).toEqual(['/denied.html', '/denied.html'])
  })

  test('keeps its last fifty lines', () => {
    for (let ms = 0; ms < 300; ms += 1)
      tell({ kind: 'call', name: 'logout', input: {}, status: 200, code: null, tookMs: ms })
    leave()
    log.stop()
    start()
    expect(texts()).toHaveLength(51)
    expect(texts()[0]).toBe('/pricing.html')
    expect(texts().at(-2)).toContain('(299 ms)')
  })

  test.each([
    'no JSON',
    '{}',
    'null',
    '[1, null, {"kind":"call"}, {"at":1,"kind":"other","text":"x"}, {"at":"1","kind":"call","text":"x"}]',
  ])('is untrusted: %s', (json) => {
    sessionStorage.setItem('ms_inspector_log', json)
    log.stop()
    start()
    expect(texts()).toEqual(['/pricing.html'])
  })

  test('is cleaned and cut once more when it is read', () => {
    const rows = Array.from({ length: 90 }, () => ({
      at: 1,
      kind: 'call',
      text: `mail to ada@demo.example ${'x '.repeat(999)}`,
    }))
    sessionStorage.setItem('ms_inspector_log', JSON.stringify(rows))
    log.stop()
    start()
    expect(texts()).toHaveLength(51)
    expect(texts()[0]).toMatch(/^mail to … x /)
    expect(texts()[0]?.length).toBeLessThan(310)
  })

  test('stops after the end of the inspector', () => {
    log.stop()
    leave()
    expect(sessionStorage.getItem('ms_inspector_log')).toBeNull()
  })
})
