import { Window } from 'happy-dom'
import { gatesPath, isSamePage, pathOf } from '../../../contract/gated-paths'
import { areGroups, leadsRound } from '../../../widget/lib/gated-paths'
import { createGatedPages, GATED_PAGES_KEY } from '../../../widget/storage/gated-pages'
import { readCart, takeFlow } from '../../../widget/storage/pending'
import { MEMBER_KEY, readMember, readVisitSession } from '../../../widget/storage/session'
import { createSafeStorage } from '../../../widget/storage/safe-storage'
import { errorFromBody } from '../../../widget/transport/membership-error'
import { buildNodes } from '../../../widget/directives/content-nodes'
import { choiceOf } from '../../../widget/directives/plans/choice'
import { letsShow } from '../../../widget/gating/visible-content'
import { takeParameter, webUrl } from '../../../widget/lib/urls'
import { utmParams } from '../../../widget/transport/session-data'
import { jsonOf, textOf } from '../fuzz-target'
import type { FuzzTarget } from '../fuzz-target'

const page = new Window({ url: 'https://site.example/a' })
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- happy-dom's window has every property that is used
const window = page as unknown as globalThis.Window & typeof globalThis

const KEYS = [MEMBER_KEY, GATED_PAGES_KEY, '_ms-mid', 'ms_session_id']

const storage: FuzzTarget = {
  name: 'browser-storage',
  from: 'what any script of the site can have written',
  seeds: [
    '{"id":"mem_1","auth":{"email":"a@b.co"}}',
    '{"app":"app_x","groups":[{"urls":[{"url":"/a","filter":"STARTS"}],"redirect":"/b"}]}',
    'pln_a,pln_b',
    '{"verifier":"a","fragment":"b","redirect":null}',
    '[]',
    '{"__proto__":{"id":"x"}}',
  ],
  run(bytes) {
    const text = textOf(bytes)
    const local = createSafeStorage(() => window.localStorage)
    for (const key of KEYS) window.localStorage.setItem(key, text)
    for (const key of Array.from({ length: 12 }, (_, index) => window.sessionStorage.key(index)))
      if (key) window.sessionStorage.setItem(key, text)
    for (const key of ['ms_checkout-plans', '_ms-cart-plans', '_ms-trip', 'memberstack-cart'])
      window.sessionStorage.setItem(key, text)
    readMember(local)
    readVisitSession(local)
    const groups = createGatedPages(window, 'app_x').read() ?? []
    for (const group of groups) gatesPath(group, '/a')
    readCart(window)
    takeFlow(window)
    areGroups(jsonOf(bytes))
  },
}

const address: FuzzTarget = {
  name: 'gated-address',
  from: 'an address of a page, and one that an owner gates',
  seeds: [
    '/members\n/Members/index.html',
    '/a%2Fb;x\n/a/b',
    '//x\\..\\y\n/y',
    '/%E4%BD%A0\n/你',
    'https://a.example/b#c\n/%zz%41',
  ],
  run(bytes) {
    const [one = '', other = ''] = textOf(bytes).split('\n')
    if (!isSamePage(one, one)) throw new Error('A page is not the same as itself.')
    if (isSamePage(one, other) !== isSamePage(other, one))
      throw new Error('One is the other, but not the other way round.')
    gatesPath(
      {
        urls: [
          { url: one, filter: 'STARTS' },
          { url: other, filter: 'EQUALS' },
        ],
        redirect: one,
      },
      other,
    )
    leadsRound((path) => (path === '/end' ? undefined : pathOf(one)), other)
  },
}

const search: FuzzTarget = {
  name: 'page-query',
  from: 'the query of a page',
  seeds: ['?ms-ticket=abc&x=1', '?utm_source=a&utm_campaign=%E0%A4%A', '?a&a=&=b&inviteToken=%zz', '?%6ds-ticket=x'],
  run(bytes) {
    const text = textOf(bytes)
    const { rest } = takeParameter(text, 'ms-ticket')
    if (takeParameter(rest, 'ms-ticket').value !== null && !text.includes('&') && rest === text)
      throw new Error('It was not taken.')
    utmParams(text)
    const url = webUrl(text, 'https://site.example/')
    if (url !== null && !/^https?:/u.test(url)) throw new Error(`${url} is none of the web.`)
  },
}

const ATTRIBUTES = [
  'data-ms-plan:add',
  'data-ms-plan:update',
  'data-ms-price:add',
  'data-ms-price:update',
  'data-ms-coupon',
]

const attributes: FuzzTarget = {
  name: 'attributes',
  from: 'values of data-ms attributes, as a page has them',
  seeds: ['pln_free', ' pln_a , pln_b,,', 'prc_x', '!members, verified', 'constructor', '!__proto__'],
  run(bytes) {
    const value = textOf(bytes)
    const element = window.document.createElement('button')
    for (const name of ATTRIBUTES) element.setAttribute(name, value)
    choiceOf(element)
    const nobody = { holds: [], others: 'all', final: true } as const
    if (letsShow(nobody, value) === true && value !== '' && !value.startsWith('!'))
      throw new Error('A visitor is shown what is not for visitors.')
  },
}

const answers: FuzzTarget = {
  name: 'answers',
  from: 'what the API, or something in its place, answers the widget',
  seeds: [
    '{"code":"access-denied","message":"No."}',
    '{"error":{"code":1,"message":{}}}',
    '{"code":"too-many-requests","retryAfterSeconds":"x"}',
    'null',
    '{"__proto__":{"code":"x"}}',
  ],
  run(bytes) {
    const { code, message } = errorFromBody(jsonOf(bytes), 400)
    if (typeof code !== 'string' || message === '') throw new Error('It says nothing.')
  },
}

const HARMLESS = new Set(['https:', 'http:', 'mailto:', 'tel:'])

const nodes: FuzzTarget = {
  name: 'hosted-nodes',
  from: 'hosted content as nodes, if a server sent what ours never does',
  seeds: [
    '[{"tag":"a","attributes":{"href":"https://a.example"},"children":["x"]}]',
    '[{"tag":"script","attributes":{},"children":["alert(1)"]}]',
    '[{"tag":"img","attributes":{"src":"javascript:alert(1)","onerror":"alert(1)"},"children":[]}]',
    '["a",{"tag":"p","children":[{"tag":"iframe","attributes":{"srcdoc":"x"}}]}]',
  ],
  run(bytes) {
    const value = jsonOf(bytes)
    if (!Array.isArray(value)) return
    const built = attemptBuild(value)
    const holder = window.document.createElement('div')
    holder.append(...built)
    for (const element of holder.querySelectorAll('*')) {
      if (/^(script|iframe|object|embed|style|form|svg|math)$/iu.test(element.localName))
        throw new Error(`It made a ${element.localName}.`)
      for (const { name, value: text } of element.attributes) {
        if (name.startsWith('on')) throw new Error(`It set ${name}.`)
        if (['href', 'src'].includes(name) && !HARMLESS.has(new URL(text, 'https://site.example').protocol))
          throw new Error(`It leads to ${text}.`)
      }
    }
  },
}

/** Input that is not a list of nodes may be refused. */
function attemptBuild(value: readonly unknown[]): Node[] {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a server could send instead of nodes
    return buildNodes(value as Parameters<typeof buildNodes>[0], window.document)
  } catch (error) {
    if (error instanceof TypeError || error instanceof page.DOMException) return []
    throw error
  }
}

export const widgetTargets = [storage, address, search, attributes, answers, nodes]
