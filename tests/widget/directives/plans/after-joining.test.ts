// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { $app } from '../../../../widget/stores/app'
import { $member, setMember } from '../../../../widget/stores/identity'
import { readCart, readInvite, writeCart } from '../../../../widget/storage/pending'
import { aMember } from '../../../support/a-member'
import { anApp } from '../../../support/an-app'
import { aMemberAuth } from '../../../support/fake-client'
import { find, leavePage, mountPage, settle } from '../../../support/mount-page'
import { planClient, refusal } from './plan-client'

const at = (path: string): string[] => [`${window.location.origin}${path}`]
const form = (kind: string, attributes = '', button = ''): string =>
  `<form data-ms-form="${kind}" ${attributes}><input data-ms-member="email" value="a@b.co">
    <input data-ms-member="password" type="password" value="secret12"><button ${button}>Go</button></form>`
const chosen = { plans: [], price: undefined, swapsPlans: false, swapsPrice: false, coupon: '' }

let client: ReturnType<typeof planClient>
beforeEach(() => (client = planClient()))
afterEach(() => {
  vi.restoreAllMocks()
  leavePage()
  $app.set(null)
  sessionStorage.clear()
})

async function send(html: string) {
  const page = await mountPage(html, { client })
  find('button').click()
  await settle()
  return page
}
const plansSent = (): unknown => client.signupMemberEmailPassword.mock.calls[0]?.[0].plans

test('a sign-up takes the form’s free plans and the chosen ones along, each once', async () => {
  writeCart(window, { ...chosen, plans: ['pln_b', 'pln_a'] })
  await send(form('signup', 'data-ms-plan:add="pln_a"'))
  expect(plansSent()).toEqual([{ planId: 'pln_a' }, { planId: 'pln_b' }])
  expect(client.addPlan).not.toHaveBeenCalled()
  expect(readCart(window)).toEqual(chosen)
})

test('a price that was chosen is bought after the sign-up, and leads where the form would have led', async () => {
  writeCart(window, { ...chosen, price: 'prc_x', coupon: 'HALF' })
  const page = await send(form('signup', 'redirect="/welcome"'))
  const order = { priceId: 'prc_x', couponId: 'HALF', successUrl: '/welcome' }
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledWith(order)
  expect(page.visited).toEqual([])
  // For a return to the checkout.
  expect(Object.keys(sessionStorage)).toEqual(['_ms-checkout'])
})

test('a login joins the chosen plans, without an error about plans the member has, and continues', async () => {
  writeCart(window, { ...chosen, plans: ['pln_had', 'pln_new'] })
  client.addPlan.mockRejectedValueOnce(refusal('already-have-plan'))
  client.loginMemberEmailPassword.mockResolvedValue({ data: aMemberAuth({ redirect: '/in' }) })
  const page = await send(form('login'))
  expect(client.addPlan.mock.calls).toEqual([[{ planId: 'pln_had' }], [{ planId: 'pln_new' }]])
  expect(client._showMessage).not.toHaveBeenCalled()
  expect(page.visited).toEqual(at('/in'))
})

test('of two prices the form’s own is bought', async () => {
  writeCart(window, { ...chosen, price: 'prc_earlier', coupon: 'EARLIER' })
  await send(form('login', 'data-ms-price:update="prc_own"'))
  expect(client.updatePrice).toHaveBeenCalledWith({ priceId: 'prc_own', couponId: '', successUrl: '' })
  expect(client.purchasePlansWithCheckout).not.toHaveBeenCalled()
})

test('a button of the form chooses, too', async () => {
  await send(form('signup', '', 'data-ms-plan:add="pln_a" data-ms-price:add="prc_b"'))
  expect(plansSent()).toEqual([{ planId: 'pln_a' }])
  expect(client.purchasePlansWithCheckout).toHaveBeenCalledTimes(1)
  expect(client.opened).toEqual([])
})

test('data-ms-price:remove="all" on a form drops the price before it is bought', async () => {
  writeCart(window, { ...chosen, price: 'prc_x' })
  await send(form('signup', 'data-ms-price:remove="all"'))
  expect(client.purchasePlansWithCheckout).not.toHaveBeenCalled()
})

test('a checkout that cannot begin is said, the page stays, and the choice waits on', async () => {
  writeCart(window, { ...chosen, price: 'prc_x' })
  client.purchasePlansWithCheckout.mockRejectedValue(refusal('payment-provider-unavailable', 'Not now.', 503))
  const page = await send(form('login', 'redirect="/in"'))
  expect(client._showMessage.mock.calls).toEqual([['Not now.', true]])
  expect(page.visited).toEqual([])
  expect(readCart(window).price).toBe('prc_x')
})

test('a member who already has the plan sees that and continues, and nothing stays pending', async () => {
  writeCart(window, { ...chosen, price: 'prc_x' })
  client.purchasePlansWithCheckout.mockRejectedValue(refusal('already-have-plan', 'You have it.'))
  const page = await send(form('login', 'redirect="/in"'))
  expect(client._showMessage).toHaveBeenCalledWith('You have it.', true)
  expect(page.visited).toEqual(at('/in'))
  expect(readCart(window).price).toBeUndefined()
})

test('a chosen plan without places does not block a second sign-up', async () => {
  writeCart(window, { ...chosen, plans: ['pln_full'] })
  client.signupMemberEmailPassword.mockRejectedValueOnce(refusal('plan-member-limit-reached', 'Full.'))
  await send(form('signup'))
  find('button').click()
  await settle()
  expect(client.signupMemberEmailPassword.mock.calls[1]?.[0]).not.toHaveProperty('plans')
})

test('a chosen plan that the app no longer has does not block a sign-up', async () => {
  writeCart(window, { ...chosen, plans: ['pln_gone', 'pln_free'] })
  $app.set(
    anApp({
      plans: [{ id: 'pln_free', name: 'Free', description: null, priority: null, status: 'ACTIVE', prices: [] }],
    }),
  )
  await send(form('signup'))
  expect(plansSent()).toEqual([{ planId: 'pln_free' }])
})

test.for(['price-no-longer-available', 'coupon-not-found', 'plan-restricted-to-admin', 'invalid-field-value'])(
  'what can never be bought is said once, and not after each later login: %s',
  async (code) => {
    writeCart(window, { ...chosen, price: 'prc_x', coupon: 'X' })
    client.purchasePlansWithCheckout.mockRejectedValue(refusal(code, 'Gone.'))
    const page = await send(form('login', 'redirect="/in"'))
    expect(client._showMessage.mock.calls).toEqual([['Gone.', true]])
    expect(page.visited).toEqual([])
    expect(readCart(window)).toEqual(chosen)
  },
)

test('what was chosen survives a login that fails', async () => {
  writeCart(window, { ...chosen, plans: ['pln_a'], price: 'prc_x' })
  client.loginMemberEmailPassword.mockRejectedValue(refusal('invalid-credentials'))
  await send(form('login'))
  expect(readCart(window)).toEqual({ ...chosen, plans: ['pln_a'], price: 'prc_x' })
})

test('a form of a member’s data acts after it has saved', async () => {
  const page = await mountPage(form('profile', 'data-ms-plan:add="pln_a" redirect="/saved"'), {
    client,
    member: aMember(),
  })
  find('button').click()
  await settle()
  expect(client.addPlan).toHaveBeenCalledTimes(1)
  expect(page.visited).toEqual(at('/saved'))
})

test('an invitation is used by a login, once', async () => {
  sessionStorage.setItem('_ms-invite', 'token')
  const page = await send(form('login', 'redirect="/in"'))
  expect(client.joinTeam.mock.calls).toEqual([[{ inviteToken: 'token' }]])
  expect(page.visited).toEqual(at('/in'))
  // No later login of this tab uses it again.
  expect(readInvite(window)).toBeNull()
})

test('a sign-up that has joined the team by itself asks for nothing more', async () => {
  sessionStorage.setItem('_ms-invite', 'token')
  const team = { teamId: 'team', planName: 'Team', planId: 'pln_team', active: true }
  client.signupMemberEmailPassword.mockImplementation(async () => {
    setMember(aMember({ teams: { ownedTeams: [], joinedTeams: [team] } }))
    return { data: aMemberAuth({ member: $member.get() ?? aMember() }) }
  })
  await send(form('signup'))
  expect(client.joinTeam).not.toHaveBeenCalled()
})

test('an invitation that a sign-up could not use is said, and nothing leads away from it', async () => {
  sessionStorage.setItem('_ms-invite', 'token')
  client.joinTeam.mockRejectedValue(refusal('team-full', 'Full.'))
  const page = await send(form('signup', 'redirect="/in"'))
  expect(client._showMessage.mock.calls).toEqual([['Full.', true]])
  expect(page.visited).toEqual([])
})
