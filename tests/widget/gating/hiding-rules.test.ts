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
    const ids = rules?.[1]?.split(/,(?=\[)/).map((selector) => selector.match(/#[abc]/g)?.length)
    expect(ids?.length).toBeGreaterThan(0)
    expect(new Set(ids)).toEqual(new Set([3]))
  }
})

test('the logout action is hidden for visitors, the verification action also for verified members', () => {
  const hidden = (holds: string[]) => hidingRules({ ...visitor, holds, pays: true }).match(/data-ms-action="[^"]*/g)
  expect(hidden([])).toEqual(
    ['logout', 'login-redirect', 'delete-member', 'add-passkey', 'end-other-sessions', 'resend-verification-email'].map(
      (action) => `data-ms-action="${action}`,
    ),
  )
  expect(hidden(['members'])).toBeNull()
  expect(hidden(['members', 'verified'])).toEqual(['data-ms-action="resend-verification-email'])
})

test.each([
  '<a data-ms-modal="profile"></a>',
  '<form data-ms-form="profile"></form>',
  '<form data-ms-form="email"></form>',
  '<form data-ms-form="password"></form>',
  '<a data-ms-action="login-redirect"></a>',
  '<a data-ms-action="delete-member"></a>',
  '<a data-ms-plan:remove="pln_free"></a>',
  '<p data-ms-content="!verified"></p>',
  '<p data-ms-content="!has-failed-payment"></p>',
])('visitors, and members until they are confirmed, don’t see %s', (html) => {
  const isHidden = (state: VisibleContent): boolean => {
    document.body.innerHTML = html
    const selectors = /\}([^{]*)\{display:none/.exec(hidingRules(state))?.[1]?.replaceAll(':not(#a#b#c)', '')
    return document.body.firstElementChild?.matches(selectors ?? '') ?? false
  }
  const member = { holds: ['members'], others: 'all', final: true, pays: true } as const
  expect(isHidden(visitor)).toBe(true)
  expect(isHidden({ ...visitor, final: false })).toBe(true)
  expect(isHidden({ ...visitor, others: 'none' })).toBe(true)
  expect(isHidden(member)).toBe(false)
  expect(isHidden({ ...member, others: 'built-in' })).toBe(false)
})

test.each([
  '<a data-ms-modal="login"></a>',
  '<form data-ms-form="login"></form>',
  '<a data-ms-plan:add="pln_free"></a>',
])('visitors see %s', (html) => {
  document.body.innerHTML = html
  const selectors = /\}([^{]*)\{display:none/.exec(hidingRules(visitor))?.[1]?.replaceAll(':not(#a#b#c)', '')
  expect(document.body.firstElementChild?.matches(selectors ?? '')).toBe(false)
})

test('the customer portal is hidden until the member is known to pay', () => {
  expect(hidingRules(visitor)).toContain('customer-portal')
  expect(hidingRules({ ...visitor, holds: ['members'], pays: false })).toContain('customer-portal')
  expect(hidingRules({ ...visitor, holds: ['members'], pays: true })).not.toContain('customer-portal')
})
