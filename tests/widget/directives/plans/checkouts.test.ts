// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MembershipClient } from '../../../../widget/public'
import { forgetPending, readCart, readCheckout, storeCheckout } from '../../../../widget/storage/pending'
import { $app, setReadiness } from '../../../../widget/stores/app'
import { setMember } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { anApp } from '../../../support/an-app'
import { type FakeClient, fakeClient } from '../../../support/fake-client'
import { find, isShown, leavePage, mountPage, settle } from '../../../support/mount-page'

const openModal = vi.fn<MembershipClient['openModal']>()
const left = { price: 'prc_pro', swapsPrice: false, coupon: 'HALF', successUrl: '/done' }
const order = { priceId: 'prc_pro', couponId: 'HALF', successUrl: '/done' }
const back = '<button data-ms-action="return-to-checkout">Back</button>'
let client: FakeClient

beforeEach(() => {
  sessionStorage.clear()
  openModal.mockReset().mockResolvedValue({ type: 'CLOSED' })
  client = { ...fakeClient(), openModal }
  client.purchasePlansWithCheckout.mockResolvedValue({ data: { url: 'https://pay.example/1' } })
  client.addPlan.mockResolvedValue({ data: { member: aMember(), redirect: null, app: anApp() }, message: 'Joined.' })
})
afterEach(() => {
  leavePage()
  $app.set(null)
})

const press = async (selector: string) => {
  find(selector).click()
  await settle()
}

test('return-to-checkout is hidden without a checkout, and after a logout', async () => {
  await mountPage(back, { client, member: aMember() })
  expect(isShown(find('button'))).toBe(false)
  await press('button')
  expect(client.purchasePlansWithCheckout).not.toHaveBeenCalled()
  storeCheckout(window, left)
  window.dispatchEvent(new Event('pageshow'))
  expect(isShown(find('button'))).toBe(true)
  forgetPending(window)
  setMember(null)
  expect(isShown(find('button'))).toBe(false)
})

test('return-to-checkout opens the checkout that was left, with its coupon and target', async () => {
  storeCheckout(window, left)
  await mountPage(back, { client, member: aMember() })
  await press('button')
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledExactlyOnceWith(order)
})

test('a paid checkout is forgotten', async () => {
  storeCheckout(window, left)
  const payment = { priceId: 'prc_pro' }
  const paid = { id: 'con_1', active: true, planId: 'pln_pro', payment }
  await mountPage(back, { client, member: aMember({ planConnections: [Object.assign(paid)] }) })
  expect(isShown(find('button'))).toBe(false)
  expect(readCheckout(window)).toBeNull()
})

test('a visitor with a waiting price signs up first', async () => {
  sessionStorage.setItem('ms_price', 'prc_pro')
  await mountPage(back, { client })
  expect(isShown(find('button'))).toBe(true)
  await press('button')
  expect(openModal).toHaveBeenCalledExactlyOnceWith('SIGNUP', {})
  expect(client.purchasePlansWithCheckout).not.toHaveBeenCalled()
})

test.each(['', 'x', '{}', '{"price":"pln_x","coupon":"","successUrl":""}', '{"price":"prc_x","coupon":1}'])(
  'a stored %s is no checkout',
  (stored) => {
    sessionStorage.setItem('_ms-checkout', stored)
    expect(readCheckout(window)).toBeNull()
  },
)

const plans = [
  { id: 'pln_pro', prices: [{ id: 'prc_pro' }, { id: 'prc_year' }] },
  { id: 'pln_free', prices: [] },
]
const hosted = (path: string) => `<a href="https://checkout.memberstack.com/${path}"><b>Buy</b></a>`
const withPlans = () => $app.set(anApp({ plans: Object.assign(plans) }))

test.each([
  ['prc_year', 'prc_year', ''],
  ['pln_pro?memberId=mem_1&successUrl=%2Fdone', 'prc_pro', '/done'],
  ['pay?price=prc_pro&successUrl=https%3A%2F%2Felsewhere.example', 'prc_pro', ''],
])('a hosted checkout link with %s opens our checkout', async (path, priceId, successUrl) => {
  withPlans()
  const page = await mountPage(hosted(path), { client, member: aMember() })
  await press('b')
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledExactlyOnceWith({ priceId, couponId: '', successUrl })
  expect(page.visited).toEqual([])
})

test('a hosted link to a free plan joins it', async () => {
  withPlans()
  await mountPage(hosted('pln_free'), { client, member: aMember() })
  await press('b')
  expect(client.addPlan).toHaveBeenCalledExactlyOnceWith({ planId: 'pln_free' })
  expect(client._showMessage).toHaveBeenCalledWith('Joined.')
})

test('a visitor’s click on a hosted link remembers the price and opens the sign-up', async () => {
  withPlans()
  await mountPage(hosted('prc_pro'), { client })
  await press('b')
  expect(openModal).toHaveBeenCalledOnce()
  expect(readCart(window).price).toBe('prc_pro')
})

test('a link with another ID, to another host, or with a modifier key stays a link', async () => {
  withPlans()
  await mountPage(`${hosted('prc_other')}<a id="other" href="https://example.com/prc_pro">x</a>`, {
    client,
    member: aMember(),
  })
  const click = (selector: string, init: MouseEventInit = {}) =>
    find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...init }))
  document.addEventListener('click', (event) => (clicks.push(event.defaultPrevented), event.preventDefault()), {
    once: false,
    signal: ended.signal,
  })
  const clicks: boolean[] = []
  click('b')
  click('#other')
  find('a').setAttribute('href', 'https://checkout.memberstack.com/prc_pro')
  click('b', { ctrlKey: true })
  expect(clicks).toEqual([false, false, false])
  ended.abort()
  expect(client.purchasePlansWithCheckout).not.toHaveBeenCalled()
})
const ended = new AbortController()

test('a click before the app is known waits for it', async () => {
  await mountPage(hosted('prc_pro'), { client, member: undefined, readiness: 'waiting' })
  await press('b')
  expect(client.purchasePlansWithCheckout).not.toHaveBeenCalled()
  withPlans()
  setMember(aMember())
  setReadiness('known')
  await settle()
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledOnce()
})
