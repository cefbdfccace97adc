// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { type Cart, emptyCart, forgetPending, readCart, writeCart } from '../../../widget/storage/pending'

const nothing: Cart = { plans: [], price: undefined, swapsPlans: false, swapsPrice: false, coupon: '' }
afterEach(() => sessionStorage.clear())

test('a choice is stored under the published names, as plain text', () => {
  writeCart(window, { ...nothing, plans: ['pln_a', 'pln_b'], price: 'prc_x' })
  expect(sessionStorage.getItem('ms_plan')).toBe('pln_a,pln_b')
  expect(sessionStorage.getItem('ms_price')).toBe('prc_x')
})

test.each<Partial<Cart>>([
  {},
  { plans: ['pln_a'] },
  { plans: ['pln_a', 'pln_b'], swapsPlans: true },
  { price: 'prc_x', coupon: 'HALF' },
  { price: 'prc_x', swapsPrice: true, coupon: '10 % "off", 1' },
])('what is written is read again: %o', (changes) => {
  writeCart(window, { ...nothing, ...changes })
  expect(readCart(window)).toEqual({ ...nothing, ...changes })
})

test('a new choice takes the place of the whole earlier one: who turns to a free plan is not to buy', () => {
  writeCart(window, { ...nothing, price: 'prc_x', swapsPrice: true, coupon: 'HALF' })
  writeCart(window, { ...nothing, plans: ['pln_free'] })
  expect(readCart(window)).toEqual({ ...nothing, plans: ['pln_free'] })
})

test('values written by a page’s own script are used if they are valid', () => {
  sessionStorage.setItem('ms_plan', ' pln_a ,x,prc_b')
  sessionStorage.setItem('ms_price', '{"id":7}')
  sessionStorage.setItem('_ms-cart', 'xyz')
  expect(readCart(window)).toMatchObject({ plans: ['pln_a'], price: undefined, swapsPlans: false, swapsPrice: false })
})

test('emptied, nothing of it is left; an invitation stays until all is forgotten', () => {
  writeCart(window, { ...nothing, plans: ['pln_a'], price: 'prc_x', coupon: 'HALF' })
  sessionStorage.setItem('_ms-invite', 'token')
  emptyCart(window)
  expect(readCart(window)).toEqual(nothing)
  expect(sessionStorage).toHaveLength(1)
  forgetPending(window)
  expect(sessionStorage).toHaveLength(0)
})
