// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createElementEvents } from '../../../widget/inspector/element-events'
import { cartItems, clickedItem, waitingIn } from '../../../widget/inspector/special-items'

const cart = { plans: [], swapsPlans: false, price: undefined, swapsPrice: false, coupon: '' }
const button = (attribute: string): Element => {
  document.body.innerHTML = `<button ${attribute}></button>`
  return document.body.firstElementChild ?? document.body
}

test('what was removed is known by its place until it returns', () => {
  const told = createElementEvents()
  const [element, place] = [document.createElement('p'), document.createComment('')]
  told.record({ kind: 'content-removed', element, place })
  expect([...told.removed()]).toEqual([[place, element]])
  expect(told.placeOf(element)).toBe(place)
  const later = document.createComment('')
  told.record({ kind: 'content-removed', element, place: later })
  expect([...told.removed()]).toEqual([[later, element]])
  told.record({ kind: 'content-returned', element, place: null })
  expect([...told.removed()]).toEqual([])
  expect(told.placeOf(element)).toBeUndefined()
})

test('what is only hidden is not counted as removed', () => {
  const told = createElementEvents()
  told.record({ kind: 'content-removed', element: document.createElement('p'), place: null })
  expect([...told.removed()]).toEqual([])
})

test('of clicks the newest comes first, each element once, and none that has left the page', () => {
  const told = createElementEvents()
  document.body.innerHTML = '<a></a><b></b><i></i>'
  const [a, b, i] = [...document.body.children]
  for (const element of [a, b, i, a]) if (element) told.record({ kind: 'plan-price-clicked', element })
  expect(told.clicked()).toEqual([a, i, b])
  i?.remove()
  expect(told.clicked()).toEqual([a, b])
})

test('a click names what was chosen', () => {
  expect(clickedItem(button('data-ms-price:add="prc_pro-monthly"'), 7)).toMatchObject({
    key: 'plan-price-clicked:7',
    type: 'plan-price-clicked',
    attribute: 'data-ms-price:add',
    message: 'data-ms-price:add="prc_pro-monthly"',
  })
})

test('a price that waits is ready for the checkout, a free plan for the sign-up', () => {
  expect(waitingIn(cart)).toBeNull()
  expect(cartItems(null)).toEqual([])
  const both = cartItems(waitingIn({ ...cart, price: 'prc_pro-monthly', plans: ['pln_free'] }))
  expect(both.map(({ id, type }) => [id, type])).toEqual([
    ['ready-for-checkout', 'cart'],
    ['ready-for-signup', 'cart'],
  ])
  expect(both[0]?.message).toContain('prc_pro-monthly')
  expect(cartItems(waitingIn({ ...cart, plans: ['pln_free'] })).map(({ id }) => id)).toEqual(['ready-for-signup'])
})

test('IDs that the server did not find are known, and no others', () => {
  const told = createElementEvents()
  const call = { kind: 'call', status: 404, tookMs: 1 } as const
  told.record({ ...call, name: 'getSecureContent', input: { contentId: 'cnt_x' }, code: 'content-not-found' })
  told.record({ ...call, name: 'getSecureContent', input: { contentId: 'cnt_y' }, code: 'access-denied' })
  told.record({
    ...call,
    name: 'createCheckoutSession',
    input: { couponId: 'OLD', priceId: 'p' },
    code: 'coupon-not-found',
  })
  told.record({ ...call, name: 'createCheckoutSession', input: {}, code: 'coupon-not-found' })
  expect(told.rejectedIds()).toEqual(['cnt_x', 'OLD'])
})
