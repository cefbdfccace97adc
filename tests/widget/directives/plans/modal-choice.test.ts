// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readCart } from '../../../../widget/storage/pending'
import { aMember } from '../../../support/a-member'
import { aFreePlan } from '../../../support/a-plan-connection'
import { aMemberAuth } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle, type PageState } from '../../../support/mount-page'
import { planClient, refusal } from './plan-client'

const opener =
  '<a id="it" href="/signup" data-ms-modal="signup" data-ms-plan:add="pln_a" data-ms-price:add="prc_x">x</a>'
let client: ReturnType<typeof planClient>
beforeEach(() => (client = planClient()))
afterEach(() => {
  vi.restoreAllMocks()
  leavePage()
  sessionStorage.clear()
})

async function open(html: string, state: PageState = {}) {
  const page = await mountPage(html, { client, ...state })
  find('#it').click()
  await settle()
  return page
}

test('the opener’s plans go to the screen, and what it says waits if the modal is closed', async () => {
  await open(opener)
  expect(client.opened).toEqual([['SIGNUP', { signup: { plans: ['pln_a'] } }]])
  expect(client.purchasePlansWithCheckout).not.toHaveBeenCalled()
  expect(readCart(window)).toMatchObject({ plans: ['pln_a'], price: 'prc_x' })
})

test('after a sign-up in the modal the price is bought, and the modal goes once the checkout has begun', async () => {
  const events: string[] = []
  const member = aMember({ planConnections: [aFreePlan({ planId: 'pln_a' })] })
  client.modalResult.mockResolvedValue({ type: 'SIGNUP', data: aMemberAuth({ member, redirect: '/in' }) })
  client.hideModal.mockImplementation(() => void events.push('hidden'))
  client.purchasePlansWithCheckout.mockImplementation(async ({ successUrl }) => {
    events.push(`bought for ${successUrl}`)
    return { data: { url: 'https://pay.example/c' } }
  })
  const page = await open(opener)
  expect(events).toEqual(['bought for /in', 'hidden'])
  expect(client.addPlan).not.toHaveBeenCalled()
  expect(page.visited).toEqual([])
})

test('a sign-up in the modal that found an account joins the plans, which it has not taken along', async () => {
  client.modalResult.mockResolvedValue({ type: 'SIGNUP', data: aMemberAuth() })
  await open(opener)
  expect(client.addPlan).toHaveBeenCalledExactlyOnceWith({ planId: 'pln_a' })
})

test('who logs in instead joins the plans, too', async () => {
  client.modalResult.mockResolvedValue({ type: 'LOGIN', data: aMemberAuth() })
  await open(opener)
  expect(client.addPlan).toHaveBeenCalledWith({ planId: 'pln_a' })
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledTimes(1)
})

test('an opener without a choice uses an earlier one', async () => {
  sessionStorage.setItem('ms_plan', 'pln_b')
  sessionStorage.setItem('ms_price', 'prc_y')
  client.modalResult.mockResolvedValue({ type: 'SIGNUP', data: aMemberAuth() })
  await open('<button id="it" data-ms-modal="login">x</button>')
  expect(client.opened).toEqual([['LOGIN', { signup: { plans: ['pln_b'] } }]])
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledWith(expect.objectContaining({ priceId: 'prc_y' }))
})

test('a checkout that cannot begin is said on the page, which stays', async () => {
  client.modalResult.mockResolvedValue({ type: 'SIGNUP', data: aMemberAuth({ redirect: '/in' }) })
  client.purchasePlansWithCheckout.mockRejectedValue(refusal('price-no-longer-available', 'Gone.', 404))
  const page = await open(opener)
  expect(client._showMessage).toHaveBeenCalledWith('Gone.', true)
  expect(client.hideModal).toHaveBeenCalledTimes(1)
  expect(page.visited).toEqual([])
})

test('a member needs no modal: the click acts at once', async () => {
  await open(opener, { member: aMember() })
  expect(client.opened).toEqual([])
  expect(client.addPlan).toHaveBeenCalledTimes(1)
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledTimes(1)
})
