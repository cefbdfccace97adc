// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setMember } from '../../../../widget/stores/identity'
import { setReadiness } from '../../../../widget/stores/app'
import { readCart } from '../../../../widget/storage/pending'
import { expectConsole } from '../../../setup/console-watch'
import { aMember } from '../../../support/a-member'
import { find, leavePage, mountPage, settle, type PageState } from '../../../support/mount-page'
import { planClient } from './plan-client'

let client: ReturnType<typeof planClient>
beforeEach(() => (client = planClient()))
afterEach(() => {
  vi.restoreAllMocks()
  leavePage()
  sessionStorage.clear()
})

const press = async (selector = '#it', type = 'click'): Promise<boolean> => {
  const followed = find(selector).dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }))
  await settle()
  return followed
}
const visit = (html: string, state: PageState = {}) => mountPage(html, { client, ...state })

test('a visitor’s choice is stored, and the link leads on', async () => {
  await visit('<a id="it" href="/signup" data-ms-price:update="prc_x" data-ms-coupon="HALF">Pro</a>')
  expect(await press()).toBe(true)
  expect(readCart(window)).toMatchObject({ price: 'prc_x', swapsPrice: true, coupon: 'HALF', plans: [] })
  expect(client.updatePrice).not.toHaveBeenCalled()
  expect(client.opened).toEqual([])
})

test.each([
  '<button id="it" data-ms-plan:add="pln_a,pln_b">x</button>',
  '<a id="it" href="#" data-ms-plan:add="pln_a,pln_b">x</a>',
  '<div id="it" data-ms-plan:add="pln_a,pln_b">x</div>',
  '<form id="it" data-ms-plan:add="pln_a,pln_b"></form>',
])('where the page has no way on, the signup modal opens: %s', async (html) => {
  await visit(html)
  expect(await press('#it', html.startsWith('<form') ? 'submit' : 'click')).toBe(false)
  expect(client.opened).toEqual([['SIGNUP', { signup: { plans: ['pln_a', 'pln_b'] } }]])
})

test('a form that is sent somewhere is the way on', async () => {
  await visit('<form id="it" action="/send" data-ms-price:add="prc_x"></form>')
  expect(await press('#it', 'submit')).toBe(true)
  expect(readCart(window).price).toBe('prc_x')
})

test('a link inside of the element is the way on', async () => {
  await visit('<div id="it" data-ms-price:add="prc_x"><a id="in" href="/signup">Buy</a></div>')
  expect(await press('#in')).toBe(true)
  expect(client.opened).toEqual([])
})

test('a visitor who wants to leave a plan has to log in', async () => {
  await visit('<button id="it" data-ms-plan:remove="pln_a">Leave</button>')
  await press()
  expect(client.opened).toEqual([['LOGIN', {}]])
  expect(sessionStorage).toHaveLength(0)
})

test('data-ms-price:remove="all" drops the choice for everyone, and the link still works', async () => {
  for (const member of [null, aMember()]) {
    sessionStorage.setItem('ms_plan', 'pln_a')
    sessionStorage.setItem('ms_price', 'prc_x')
    await visit('<a id="it" href="/pricing" data-ms-price:remove="all">Free</a>', { member })
    expect(await press()).toBe(true)
    expect(sessionStorage).toHaveLength(0)
  }
})

test('data-ms-price:remove="all" beside a plan: the price goes, the plan stays', async () => {
  sessionStorage.setItem('ms_price', 'prc_x')
  await visit('<a id="it" href="/signup" data-ms-price:remove="all" data-ms-plan:add="pln_free">Free</a>')
  await press()
  expect(readCart(window)).toMatchObject({ price: undefined, plans: ['pln_free'] })
})

test.each([
  'data-ms-plan:add="free"',
  'data-ms-plan:update="prc_x"',
  'data-ms-price:add="pln_x"',
  'data-ms-price:remove="prc_x"',
  'data-ms-plan:remove=""',
])('%s is named once and leaves a plain link', async (attribute) => {
  expectConsole('warn', /Ignored an invalid value in data-ms-/)
  await visit(`<a id="it" href="/x" ${attribute}>x</a>`)
  expect(await press()).toBe(true)
  expect(find('#it').hasAttribute('role')).toBe(false)
  expect(sessionStorage).toHaveLength(0)
})

test('a click before it is known who is there waits for that', async () => {
  await visit('<a id="it" href="/signup" data-ms-price:add="prc_x">x</a>', { member: undefined, readiness: 'waiting' })
  expect(await press()).toBe(false)
  expect(sessionStorage).toHaveLength(0)
  setMember(aMember())
  setReadiness('known')
  await settle()
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledTimes(1)
})

test('an element that is neither link nor button can be reached and pressed by keyboard', async () => {
  await visit('<div id="it" data-ms-plan:add="pln_a">Join</div>', { member: aMember() })
  expect([find('#it').getAttribute('role'), find('#it').tabIndex]).toEqual(['button', 0])
  find('#it').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  await settle()
  expect(client.addPlan).toHaveBeenCalledWith({ planId: 'pln_a' })
})

test('a form of the page that a member sends acts first, and is then sent', async () => {
  await visit('<form id="it" action="/send" data-ms-plan:add="pln_a"><input name="submit"></form>', {
    member: aMember(),
  })
  const submit = vi.spyOn(HTMLFormElement.prototype, 'submit').mockReturnValue()
  expect(await press('#it', 'submit')).toBe(false)
  expect(client.addPlan).toHaveBeenCalledTimes(1)
  expect(submit).toHaveBeenCalledTimes(1)
})
