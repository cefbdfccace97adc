// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { hiddenContent, hidingRules, letsShow, type VisibleContent } from '../../../widget/gating/visible-content'

const visitor: VisibleContent = { holds: [], others: 'all', final: true }
const states: VisibleContent[] = [
  visitor,
  { holds: ['members', 'verified', 'pro-area', 'pln_pro'], others: 'all', final: true },
  { holds: ['members', 'no-plans'], others: 'built-in', final: true },
  { holds: [], others: 'none', final: false },
]
const values = ['', 'members', 'verified', 'no-plans', 'pro-area', 'pln_pro', 'pln_free', 'vip', 'a"b]c']

test('the style sheet hides exactly what the state does not let show', () => {
  for (const state of states) {
    for (const value of values.flatMap((name) => (name === '' ? [name] : [name, `!${name}`]))) {
      const element = document.createElement('p')
      element.dataset['msContent'] = value
      expect([value, state, element.matches(hiddenContent(state))]).toEqual([
        value,
        state,
        letsShow(state, value) !== true,
      ])
    }
  }
})

test('what carries no value of its own is not hidden', () => {
  for (const state of states) expect(document.createElement('p').matches(hiddenContent(state))).toBe(false)
})

test('every rule that hides weighs more than a page’s own rule for an id', () => {
  for (const state of states) {
    const rules = /^:root\{[^}]*\}([^{]*)\{display:none !important\}$/.exec(hidingRules(state))
    const ids = rules?.[1]?.split(/,(?=\[)/).map((selector) => selector.match(/#/g)?.length)
    expect(ids?.length).toBeGreaterThan(0)
    expect(new Set(ids)).toEqual(new Set([3]))
  }
})

test('the logout action hides until somebody is logged in, the verification mail also once it is not needed', () => {
  const hidden = (holds: string[]) => hidingRules({ ...visitor, holds, pays: true }).match(/data-ms-action="[^"]*/g)
  expect(hidden([])).toEqual(['data-ms-action="logout', 'data-ms-action="resend-verification-email'])
  expect(hidden(['members'])).toBeNull()
  expect(hidden(['members', 'verified'])).toEqual(['data-ms-action="resend-verification-email'])
})

test('the customer portal hides until it is known that somebody pays', () => {
  expect(hidingRules(visitor)).toContain('customer-portal')
  expect(hidingRules({ ...visitor, holds: ['members'], pays: false })).toContain('customer-portal')
  expect(hidingRules({ ...visitor, holds: ['members'], pays: true })).not.toContain('customer-portal')
})
