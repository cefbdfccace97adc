// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest'
import type { InspectorItem } from '../../../widget/inspector/store'
import { createReport, cssPath, reports } from '../../../widget/inspector/report'
import { createInspectorStore, type InspectorStore } from '../../../widget/inspector/store'
import { aMember } from '../../support/a-member'
import { demoApp } from './rules/demo-app'

let store: InspectorStore
const report = (): string => createReport(store, window)
const anItem = (changes: Partial<InspectorItem>): InspectorItem => ({
  key: 'k',
  id: 'broken-plan-button',
  type: 'error',
  attribute: 'data-ms-plan:add',
  title: 'Plan button without a plan id',
  elements: [],
  ...changes,
})

beforeEach(() => {
  history.replaceState(null, '', '/pricing.html?email=ada@demo.example#token=1')
  store = createInspectorStore({ xRayMode: true, showSide: 'right', showSidebar: true })
  store.appData.set(demoApp)
})

describe('the report', () => {
  test('names the page without its query, the app, and whether a member is logged in', () => {
    expect(report()).toContain(`Page: ${location.origin}/pricing.html\nApp: app_demo (Test Mode)\nClient: 1.2.0\n`)
    expect(report()).toContain('Member: logged out')
  })

  test('holds nothing else of the member', () => {
    const member = aMember({ customFields: { 'first-name': 'Wilhelmina' } })
    store.memberData.set(member)
    store.log.set([{ at: 0, kind: 'call', text: 'POST /member → 200 (3 ms)', detail: '{"first-name":"Wilhelmina"}' }])
    store.inspectorData.set([anItem({ message: `It says "${member.auth.email}".` })])
    expect(report()).toContain('Member: logged in')
    for (const own of [member.id, member.auth.email, 'Wilhelmina']) expect(report()).not.toContain(own)
  })

  test('lists mistakes with where they stand, counts of what was understood, and the log', () => {
    document.body.innerHTML = '<main><button>A</button><button>B</button></main>'
    const elements = [...document.querySelectorAll('button')]
    store.inspectorData.set([
      anItem({ message: 'It says "abc".', elements: elements.slice(1) }),
      anItem({ id: 'missing-redirect', type: 'warning', attribute: 'redirect', title: 'No redirect' }),
      anItem({ id: 'found-login-form', type: 'found', title: 'Login form', elements }),
    ])
    store.log.set([{ at: 0, kind: 'gating', text: 'removed: only for members' }])
    expect(report().split('\n').slice(6)).toEqual([
      'Errors: 1',
      'broken-plan-button (data-ms-plan:add): Plan button without a plan id. It says "abc". At html > body > main > button:nth-of-type(2)',
      '',
      'Warnings: 1',
      'missing-redirect (redirect): No redirect.',
      '',
      'Attributes Found: 1',
      'Login form: 2',
      '',
      'Log: 1',
      '1970-01-01T00:00:00.000Z gating removed: only for members',
      '',
    ])
  })

  test('can be made before the app is known', () => {
    store.appData.set(null)
    expect(report()).toContain('App: unknown')
  })
})

describe('where an element stands', () => {
  test.each([
    ['<i data-x></i>', 'html > body > i'],
    ['<div id="box"><p></p><p><i data-x></i></p></div>', '#box > p:nth-of-type(2) > i'],
    ['<div id="a:b"><i data-x></i></div>', String.raw`#a\:b > i`],
    ['<form><input name="children"><b></b><b><i data-x></i></b></form>', 'html > body > form > b:nth-of-type(2) > i'],
    ['<form id="sign-up"><input name="id"><input name="parentElement"><i data-x></i></form>', '#sign-up > i'],
  ])('%s: %s', (html, path) => {
    document.body.innerHTML = html
    const element = document.querySelector('[data-x]')
    expect(element && cssPath(element)).toBe(path)
    expect(document.querySelector(path)).toBe(element)
  })

  test('includes removed content', () => {
    const away = document.createElement('section')
    expect(cssPath(away.appendChild(document.createElement('p')))).toBe('section > p')
  })
})

describe('the findings as JSON and Markdown', () => {
  beforeEach(() => {
    document.body.innerHTML = '<button id="b" value="ada@demo.example" data-ms-plan:add="pln_fre"></button>'
    store.inspectorData.set([
      anItem({
        number: 1,
        message: 'This app has no plan "pln_fre" for ada@demo.example.',
        elements: [...document.querySelectorAll('button')],
        fix: { attribute: 'data-ms-plan:add', markup: 'data-ms-plan:add="pln_free"' },
      }),
      anItem({ id: 'found-login-form', type: 'found', title: 'Login form' }),
    ])
  })

  test('have the markup, the selector and the fix of each error and warning', () => {
    expect(JSON.parse(reports.json(store, window))).toEqual({
      page: `${location.origin}/pricing.html`,
      app: 'app_demo',
      client: '1.2.0',
      findings: [
        {
          number: 1,
          id: 'broken-plan-button',
          severity: 'error',
          attribute: 'data-ms-plan:add',
          title: 'Plan button without a plan id',
          message: 'This app has no plan "pln_fre" for …',
          selector: '#b',
          markup: '<button id="b" data-ms-plan:add="pln_fre" …>',
          fix: 'data-ms-plan:add="pln_free"',
        },
      ],
    })
    expect(reports.markdown(store, window).split('\n').slice(3)).toEqual([
      '',
      '## 1. Plan button without a plan id (error)',
      '',
      'This app has no plan "pln_fre" for …',
      '',
      '```html',
      '<button id="b" data-ms-plan:add="pln_fre" …>',
      '<!-- fix -->',
      'data-ms-plan:add="pln_free"',
      '```',
      '',
    ])
  })

  test('hold no email address', () => {
    for (const format of ['json', 'markdown'] as const) expect(reports[format](store, window)).not.toContain('ada@')
  })
})
