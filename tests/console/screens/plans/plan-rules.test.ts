import { describe, expect, it } from 'vitest'
import {
  couponChanges,
  couponForm,
  couponItem,
  couponProblem,
  couponsOf,
} from '../../../../console/screens/plans/coupon-rules'
import { buyButton, joinButton } from '../../../../console/screens/plans/markup'
import { planForm, planItem, planProblem, plansOf } from '../../../../console/screens/plans/plan-rules'
import {
  currencies,
  isCopied,
  newPriceId,
  priceForm,
  priceItem,
  priceOf,
  priceProblem,
  typedAmount,
} from '../../../../console/screens/plans/price-rules'
import { changedFields, parseWhole } from '../../../../console/lib/json'

const monthly = {
  id: 'prc_a',
  name: 'Monthly',
  amountMinor: 1000,
  currency: 'USD',
  interval: { type: 'MONTHLY', count: 1 },
  trialDays: 14,
}
const team = { seats: 5, inviteSignupLink: '/join' }
const plan = { id: 'pln_a', name: 'Pro', memberLimit: 20, team, prices: [monthly] }

describe('a plan', () => {
  const [read] = plansOf({ plans: [plan, null, 'x'] })

  it('is read with its prices, and open unless the definition says otherwise', () => {
    expect(plansOf({ plans: [plan, null, 'x'] })).toHaveLength(1)
    expect(read).toMatchObject({
      id: 'pln_a',
      isOpen: true,
      memberLimit: 20,
      priority: null,
      prices: [{ id: 'prc_a' }],
    })
    expect(plansOf({ plans: [{ ...plan, active: false }] })[0]?.isOpen).toBe(false)
  })

  it('that is not edited is saved without a change', () => {
    const form = planForm(read ?? null)
    expect(changedFields(planItem(form), planItem(form))).toEqual({})
    expect(planItem(form)).toMatchObject({ name: 'Pro', memberLimit: 20, team })
  })

  it('sends only what changed; an emptied field is removed', () => {
    const form = planForm(read ?? null)
    const edited = { ...form, name: ' Max ', memberLimit: '', hasTeam: false }
    expect(changedFields(planItem(form), planItem(edited))).toEqual({ name: 'Max', memberLimit: null, team: null })
  })

  it.each([
    [{ name: ' ' }, 'needsName'],
    [{ memberLimit: '1.5' }, 'wrongLimit'],
    [{ memberLimit: '-1' }, 'wrongLimit'],
    [{ memberLimit: '0' }, null],
    [{ priority: 'high' }, 'wrongPriority'],
    [{ priority: '-3' }, null],
    [{ seats: '0' }, 'wrongSeats'],
    [{ inviteSignupLink: '//evil.example' }, 'wrongPath'],
    [{ inviteSignupLink: '/join?a=1' }, 'wrongPath'],
    [{ upgradeLink: '/upgrade?a=1' }, null],
    [{ hasTeam: false, seats: '' }, null],
  ])('%j: %s', (change, problem) => {
    expect(planProblem({ ...planForm(read ?? null), ...change })).toBe(problem)
  })
})

describe('a price', () => {
  const form = priceForm(priceOf(monthly), 'eur')

  it('is typed in the main unit of its currency', () => {
    expect(form).toMatchObject({ amount: '10.00', currency: 'usd', interval: 'MONTHLY', every: '1', trialDays: '14' })
    expect(typedAmount(1200, 'jpy')).toBe('1200')
    expect(typedAmount(1234, 'kwd')).toBe('1.234')
    expect(priceItem(form)).toEqual({ ...monthly, currency: 'usd', id: undefined })
  })

  it.each([
    [{ name: 'Each month' }, false],
    [{ trialDays: '7' }, false],
    [{ amount: '10' }, false],
    [{ amount: '11' }, true],
    [{ currency: 'eur' }, true],
    [{ every: '2' }, true],
    [{ interval: 'YEARLY' as const }, true],
    [{ interval: 'ONETIME' as const }, true],
  ])('changed by %j: closed and copied is %s', (change, expected) => {
    expect(isCopied(form, { ...form, ...change })).toBe(expected)
  })

  it('that is paid once has no interval and no trial', () => {
    const once = priceItem({ ...form, interval: 'ONETIME' })
    expect(once).toMatchObject({ trialDays: 0 })
    expect(changedFields(priceItem(form), once)).toEqual({ interval: null, trialDays: 0 })
  })

  it.each([
    [{ amount: '' }, 'wrongAmount'],
    [{ amount: '1000000.00' }, 'wrongAmount'],
    [{ amount: '0' }, null],
    [{ every: '37' }, 'wrongCount'],
    [{ every: '3', interval: 'YEARLY' as const }, null],
    [{ every: '4', interval: 'YEARLY' as const }, 'wrongCount'],
    [{ every: '0' }, 'wrongCount'],
    [{ trialDays: '731' }, 'wrongTrial'],
    [{ trialDays: '731', interval: 'ONETIME' as const }, null],
  ])('%j: %s', (change, problem) => {
    expect(priceProblem({ ...form, ...change })).toBe(problem)
  })

  it('of a new plan has an ID that the server accepts, and never the same twice', () => {
    const ids = Array.from({ length: 50 }, newPriceId)
    expect(new Set(ids).size).toBe(50)
    expect(ids.every((id) => /^prc_[\da-f]{10}$/u.test(id))).toBe(true)
  })

  it('may have any currency once', () => {
    expect(currencies()[0]).toBe('usd')
    expect(new Set(currencies()).size).toBe(currencies().length)
    expect(currencies()).toContain('kwd')
  })
})

describe('a coupon', () => {
  const [half] = couponsOf({ coupons: [{ id: 'HALF', percentOff: 50, prices: ['prc_a'] }] })
  const form = couponForm(half ?? null)

  it('keeps its prices unless it is for all', () => {
    expect(changedFields(couponItem(form), couponItem({ ...form, hasPrices: false }))).toEqual({ prices: [] })
  })

  it.each([
    [{ id: 'half price' }, 'wrongCode'],
    [{ percentOff: '0' }, 'wrongPercent'],
    [{ percentOff: '101' }, 'wrongPercent'],
    [{ percentOff: '12,5' }, null],
    [{ prices: [] }, 'needsPrice'],
  ])('%j: %s', (change, problem) => {
    expect(couponProblem({ ...form, ...change })).toBe(problem)
  })

  it('names what changes', () => {
    const names = {
      percent: 'Percent off',
      duration: 'Applies to',
      prices: 'Prices',
      allPrices: 'All',
      onText: 'On',
      once: 'First',
      forever: 'All payments',
      yes: 'Yes',
      no: 'No',
    }
    expect(couponChanges(form, { ...form, percentOff: '25', isOn: false }, names)).toEqual([
      { label: 'Percent off', before: '50', after: '25' },
      { label: 'On', before: 'Yes', after: 'No' },
    ])
  })
})

describe('markup', () => {
  it('cannot leave its attribute or text', () => {
    expect(joinButton('pln_a', '<img src=x onerror=alert(1)> & "Pro"')).toBe(
      '<button data-ms-modal="signup" data-ms-plan:add="pln_a">&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Pro&quot;</button>',
    )
    expect(buyButton('prc_a', 'Buy', 'HALF')).toContain('data-ms-price:add="prc_a" data-ms-coupon="HALF"')
  })
})

it.each([
  ['5', 1, 5],
  [' 0 ', 0, 0],
  ['0', 1, null],
  ['1.5', 0, null],
  ['', 0, null],
])('%j with at least %i is %s', (typed, least, value) => expect(parseWhole(typed, least)).toBe(value))
