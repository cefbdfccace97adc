// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPageGate } from '../../../widget/gating/page-gate'
import { createGatedPages } from '../../../widget/storage/gated-pages'
import { $app, setApp, setReadiness } from '../../../widget/stores/app'
import { setMember } from '../../../widget/stores/identity'
import { aGroup } from '../../support/a-group'
import { aMember } from '../../support/a-member'
import { anApp } from '../../support/an-app'

const members = aGroup('members', { urls: [{ url: '/members', filter: 'STARTS' }] })
const replace = vi.fn()
let stop = (): void => {}

/** A gated page with the tag in head: nothing has been painted yet. */
function open(): void {
  window.location.href = 'https://shop.example/members/a'
  vi.spyOn(window.location, 'replace').mockImplementation((url) => void replace(String(url)))
  const pages = createGatedPages(window, 'app_demo')
  stop = startPageGate({ window, pages, curtain: true, readApp: async () => {} }).stop
  document.head.replaceChildren()
}

const learn = (contentGroups: unknown): void =>
  setApp({ ...anApp(), contentGroups: JSON.parse(JSON.stringify(contentGroups)) })
const isHidden = (): boolean => document.adoptedStyleSheets.some(({ cssRules }) => cssRules.length > 0)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.clear()
  sessionStorage.clear()
  document.adoptedStyleSheets = []
  document.head.innerHTML = '<style>body { visibility: hidden }</style>'
  $app.set(null)
  setMember(null)
  setReadiness('waiting')
  replace.mockClear()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test.each([
  'none',
  [null],
  [{ key: 'a' }],
  [{ ...members, urls: [null] }],
  [{ ...members, redirect: { to: '/denied' } }],
])('groups that make no sense (%j) hide a page no longer than an answer that does not come', (groups) => {
  setMember(aMember())
  open()
  learn(groups)
  setReadiness('known')
  vi.advanceTimersByTime(1_500)
  expect([isHidden(), replace.mock.calls]).toEqual([false, []])
})

test('nor does a member who makes no sense', () => {
  setMember({ ...aMember(), planConnections: JSON.parse('null') })
  open()
  learn([{ ...members, allowAllMembers: false }])
  setReadiness('known')
  expect(isHidden()).toBe(true)
  vi.advanceTimersByTime(1_500)
  expect([isHidden(), replace.mock.calls]).toEqual([false, []])
})
