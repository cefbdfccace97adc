// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { keepForReturn } from '../../../../widget/directives/plans/choice'
import { readCart, writeCart } from '../../../../widget/storage/pending'
import { $app } from '../../../../widget/stores/app'
import { runLeaveHook } from '../../../../widget/stores/pending-flow'

const none = { plans: [], price: undefined, swapsPlans: false, swapsPrice: false, coupon: '' }
const own = { ...none, plans: ['pln_own'], leaves: [], drops: false }

beforeEach(() => {
  sessionStorage.clear()
  $app.set(null)
})

test('nothing is kept before the page is left', () => {
  keepForReturn(window, own, ['/in'])()
  expect([runLeaveHook(), readCart(window)]).toEqual([undefined, none])
})

test('what the element chooses waits with what was chosen before; of two prices its own', () => {
  writeCart(window, { ...none, plans: ['pln_before'], price: 'prc_before', coupon: 'old', swapsPlans: true })
  const forget = keepForReturn(window, { ...own, price: 'prc_own', swapsPrice: true }, [])
  runLeaveHook()
  expect(readCart(window)).toEqual({
    plans: ['pln_own', 'pln_before'],
    price: 'prc_own',
    swapsPlans: true,
    swapsPrice: true,
    coupon: '',
  })
  forget()
})

test('without a price of its own the one that waits stays, with its terms', () => {
  writeCart(window, { ...none, price: 'prc_before', coupon: 'old' })
  const forget = keepForReturn(window, own, [])
  runLeaveHook()
  expect(readCart(window)).toEqual({ ...none, plans: ['pln_own'], price: 'prc_before', coupon: 'old' })
  forget()
})

test.each([
  [['/first', '/second'], '/first'],
  [[null, '', '/second'], '/second'],
  [[undefined, null], null],
])('of the places to go to (%j) the first counts', (targets, expected) => {
  const forget = keepForReturn(window, null, targets)
  expect(runLeaveHook()).toBe(expected)
  forget()
})

test('who takes back what was named last takes nothing else back', () => {
  const forgetFirst = keepForReturn(window, null, ['/first'])
  const forgetSecond = keepForReturn(window, null, ['/second'])
  forgetFirst()
  expect(runLeaveHook()).toBe('/second')
  forgetSecond()
  expect(runLeaveHook()).toBeUndefined()
})
