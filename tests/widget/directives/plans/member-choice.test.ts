// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $member } from '../../../../widget/stores/identity'
import { aMember } from '../../../support/a-member'
import { aFreePlan, aPaidPlan } from '../../../support/a-plan-connection'
import { comeBack } from '../../../support/come-back'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'
import { CHECKOUT, planClient, refusal } from './plan-client'

const at = (path: string): string[] => [`${window.location.origin}${path}`]
let client: ReturnType<typeof planClient>
beforeEach(() => (client = planClient()))
afterEach(() => {
  vi.restoreAllMocks()
  leavePage()
  sessionStorage.clear()
})

/** The page of a member with these free plans, after a click on its link. */
async function clickAs(plans: string[], attributes: string, event: MouseEventInit = {}) {
  const member = aMember({ planConnections: plans.map((planId) => aFreePlan({ planId })) })
  const page = await mountPage(`<a id="it" ${attributes}>Go</a>`, { client, member })
  const followed = find('#it').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...event }))
  await settle()
  return { ...page, followed }
}
const plansNow = (): string[] => ($member.get()?.planConnections ?? []).map(({ planId }) => planId)

test('data-ms-plan:add joins every plan of the list, and the link is followed only then', async () => {
  const page = await clickAs([], 'href="/welcome" data-ms-plan:add="pln_a, pln_b"')
  expect(page.followed).toBe(false)
  expect(plansNow()).toEqual(['pln_a', 'pln_b'])
  expect(client._showMessage).not.toHaveBeenCalled()
  expect(page.visited).toEqual(at('/welcome'))
})

test('data-ms-plan:remove leaves plans', async () => {
  const page = await clickAs(['pln_a', 'pln_b'], 'href="#" data-ms-plan:remove="pln_a"')
  expect(plansNow()).toEqual(['pln_b'])
  expect(page.visited).toEqual([])
})

test('data-ms-plan:update joins the plan, then leaves the other free ones and nothing that is paid for', async () => {
  const member = aMember({
    planConnections: [
      aFreePlan({ planId: 'pln_old' }),
      aFreePlan({ planId: 'pln_over', active: false, status: 'CANCELED' }),
      aPaidPlan({ planId: 'pln_paid' }),
    ],
  })
  await mountPage('<button id="it" data-ms-plan:update="pln_new">Go</button>', { client, member })
  find('#it').click()
  await settle()
  expect(plansNow()).toEqual(['pln_over', 'pln_paid', 'pln_new'])
})

test('data-ms-plan:update leaves nothing for a plan that has to be paid', async () => {
  client.addPlan.mockRejectedValue(refusal('plan-not-free', 'It costs something.'))
  await clickAs(['pln_old'], 'data-ms-plan:update="pln_paid"')
  expect(plansNow()).toEqual(['pln_old'])
  expect(client._showMessage).toHaveBeenCalledWith('It costs something.', true)
})

test.for(['<a id="it" href="http://[">x</a>', '<svg><a href="/x"><text id="it">x</text></a></svg>'])(
  'a placeholder link is ignored: %s',
  async (link) => {
    const html = `<div data-ms-plan:add="pln_a">${link}</div>`
    const page = await mountPage(html, { client, member: aMember() })
    document.querySelector('#it')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    await settle()
    expect(plansNow()).toEqual(['pln_a'])
    expect(client._showMessage.mock.calls.filter(([, isError]) => isError)).toEqual([])
    expect(page.visited).toEqual([])
  },
)

test('data-ms-plan:update leaves nothing when the new plan cannot be joined', async () => {
  client.addPlan.mockRejectedValue(refusal('plan-member-limit-reached', 'Full.'))
  await clickAs(['pln_old'], 'data-ms-plan:update="pln_new"')
  expect(client.removePlan).not.toHaveBeenCalled()
  expect(client._showMessage).toHaveBeenCalledWith('Full.', true)
})

test('a plan that the member has already is said, and the link is not followed', async () => {
  client.addPlan.mockRejectedValue(refusal('already-have-plan', 'You have it.'))
  const page = await clickAs(['pln_a'], 'href="/welcome" data-ms-plan:add="pln_a"')
  expect(client._showMessage).toHaveBeenCalledWith('You have it.', true)
  expect(page.visited).toEqual([])
})

test('a plan that the member has does not block the others', async () => {
  client.addPlan.mockRejectedValueOnce(refusal('already-have-plan'))
  await clickAs([], 'data-ms-plan:add="pln_had,pln_new"')
  expect(plansNow()).toEqual(['pln_new'])
  expect(client._showMessage.mock.calls).toEqual([['Your changes have been saved.']])
})

test.each([
  ['redirect="/r" data-ms-redirect="/w" href="/h"', '/r'],
  ['data-ms-redirect="/w" href="/h"', '/w'],
  ['href="/h"', '/h'],
  ['href="https://chat.example/x"', 'https://chat.example/x'],
  ['href="#"', '/server'],
])('after joining, %s leads to %s', async (attributes, target) => {
  const join = client.addPlan.getMockImplementation()!
  client.addPlan.mockImplementation(async (params) => {
    const answer = await join(params)
    return { ...answer, data: { ...answer.data, redirect: '/server' } }
  })
  const page = await clickAs([], `${attributes} data-ms-plan:add="pln_a"`)
  expect(page.visited).toEqual([new URL(target, window.location.origin).href])
})

test('data-ms-price:add begins a purchase, with its coupon and where it leads, and ignores the link', async () => {
  const page = await clickAs([], 'href="/signup" redirect="/thanks" data-ms-price:add="prc_x" data-ms-coupon="HALF"')
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledWith({
    priceId: 'prc_x',
    couponId: 'HALF',
    successUrl: '/thanks',
  })
  expect(page.visited).toEqual([])
})

test('a double click buys once, and the Back button finds nothing busy', async () => {
  await clickAs([], 'data-ms-price:add="prc_x"')
  find('#it').click()
  await settle()
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledTimes(1)
  expect(find('#it').getAttribute('aria-busy')).toBe('true')
  await comeBack()
  expect(find('#it').hasAttribute('aria-busy')).toBe(false)
  find('#it').click()
  await settle()
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledTimes(2)
})

test('data-ms-price:update changes what is paid for: no checkout, the sentence and the server’s redirect', async () => {
  client.updatePrice.mockResolvedValue({ data: { member: aMember(), url: null, redirect: '/new' }, message: 'Done.' })
  const page = await clickAs([], 'href="/signup" data-ms-price:update="prc_y"')
  expect(client.updatePrice).toHaveBeenCalledWith({ priceId: 'prc_y', couponId: '', successUrl: '' })
  expect(client._showMessage).toHaveBeenCalledWith('Done.')
  expect(page.visited).toEqual(at('/new'))
})

test('data-ms-price:update goes to a checkout where there is one', async () => {
  client.updatePrice.mockResolvedValue({ data: { member: aMember(), ...CHECKOUT.data, redirect: '/new' } })
  const page = await clickAs([], 'data-ms-price:update="prc_y"')
  expect(page.visited).toEqual([])
  expect(find('#it').getAttribute('aria-busy')).toBe('true')
})

test('a purchase that is refused says so and leaves an earlier choice waiting', async () => {
  sessionStorage.setItem('ms_price', 'prc_earlier')
  client.purchasePlansWithCheckout.mockRejectedValue(refusal('coupon-not-found', 'No such coupon.'))
  await clickAs([], 'data-ms-price:add="prc_x" data-ms-coupon="NO"')
  expect(client._showMessage).toHaveBeenCalledWith('No such coupon.', true)
  expect(sessionStorage.getItem('ms_price')).toBe('prc_earlier')
})

test('a purchase that begins empties the cart', async () => {
  sessionStorage.setItem('ms_price', 'prc_earlier')
  await clickAs([], 'data-ms-price:add="prc_x"')
  expect(sessionStorage.getItem('ms_price')).toBeNull()
})

test('a click with a key held down is the browser’s', async () => {
  const page = await clickAs([], 'href="/x" data-ms-price:add="prc_x"', { ctrlKey: true })
  expect(page.followed).toBe(true)
  expect(client.purchasePlansWithCheckout).not.toHaveBeenCalled()
})

test('what is written at the moment of the click counts', async () => {
  await mountPage('<button id="it" data-ms-price:add="prc_x" data-ms-coupon="A">Buy</button>', {
    client,
    member: aMember(),
  })
  // Replaces the existing attribute: the test's DOM would add a second one with a colon in its name.
  find('#it').attributes[1]!.value = 'prc_later'
  find('#it').setAttribute('data-ms-coupon', 'B')
  find('#it').click()
  await settle()
  const order = { priceId: 'prc_later', couponId: 'B', successUrl: '' }
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledWith(order)
})
