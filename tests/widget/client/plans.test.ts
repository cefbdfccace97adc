import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { $member } from '../../../widget/stores/identity'
import { settleModal } from '../../../widget/stores/modal'
import { aMember } from '../../support/a-member'
import { startTestApi, type TestApi } from '../../support/start-api'
import { openClient } from './open-client'

let api: TestApi
beforeAll(async () => void (api = await startTestApi()))
afterAll(() => api.close())

const HERE = 'https://shop.example/members/page.html?utm_source=news'
/** Conversion data of the visit that led to the purchase. */
const conversionData = expect.objectContaining({ url: '/members/page.html', utmParams: { source: 'news' } })
let count = 0

/** A member on a page that records its redirects. */
async function openMember() {
  const opened = openClient(api)
  const visited: string[] = []
  vi.spyOn(opened.window.location, 'assign').mockImplementation((url) => void visited.push(String(url)))
  count += 1
  await opened.client.signupMemberEmailPassword({ email: `member-${count}@example.com`, password: 'correct horse' })
  const told: unknown[] = []
  opened.client.onAuthChange((member) => void told.push(member?.planConnections.map(({ planId }) => planId)))
  opened.requests.length = 0
  return { ...opened, visited, told, body: () => opened.requests.at(-1)?.body }
}

const plansHeld = () => $member.get()?.planConnections.map(({ planId, active }) => `${planId} ${active}`)

test('a free plan that is joined or left is the page’s to know at once', async () => {
  const { client, told } = await openMember()
  const joined = await client.addPlan({ planId: 'pln_free' })
  expect(joined.data.member.planConnections).toMatchObject([{ planId: 'pln_free', payment: null }])
  expect(plansHeld()).toEqual(['pln_free true'])
  await client.removePlan({ planId: 'pln_free' })
  expect(plansHeld()).toEqual([])
  expect(told.slice(-2)).toEqual([['pln_free'], []])
})

test('a refusal says what the server says, and changes nothing', async () => {
  const { client } = await openMember()
  await expect(client.addPlan({ planId: 'pln_pro' })).rejects.toMatchObject({ code: 'plan-not-free', statusCode: 400 })
  await expect(client.removePlan({ planId: 'pln_free' })).rejects.toMatchObject({ code: 'no-plan-found' })
  expect(plansHeld()).toEqual([])
})

test('a purchase leads to the checkout, and from there back to this page', async () => {
  const { client, visited, body } = await openMember()
  const { data } = await client.purchasePlansWithCheckout({ priceId: 'prc_pro-monthly' })
  expect(visited).toEqual([data.url])
  expect(body()).toEqual({ priceId: 'prc_pro-monthly', cancel_url: HERE, origin_url: HERE, conversionData })
})

test('a page with an address that is too long for a server is named without its query', async () => {
  const { client, window, body } = await openMember()
  Object.defineProperty(window.location, 'search', { value: `?clid=${'x'.repeat(3000)}` })
  await client.purchasePlansWithCheckout({ priceId: 'prc_pro-monthly' })
  const page = 'https://shop.example/members/page.html'
  expect(body()).toMatchObject({ cancel_url: page, origin_url: page })
})

test('an invitation in the URL of a page is sent to no provider', async () => {
  const { client, window, body } = await openMember()
  window.history.replaceState(null, '', '?a=1&inviteToken=tok_secret&b=%20#top')
  const page = 'https://shop.example/members/page.html?a=1&b=%20#top'
  await client.purchasePlansWithCheckout({ priceId: 'prc_pro-monthly', autoRedirect: false })
  expect(body()).toMatchObject({ cancel_url: page, origin_url: page })
  await client.launchStripeCustomerPortal({ autoRedirect: false })
  expect(body()).toMatchObject({ return_url: page, origin_url: page })
})

test('addresses are taken from where the page is; what is empty is not said', async () => {
  const { client, body } = await openMember()
  await client.purchasePlansWithCheckout({
    priceId: 'prc_pro-monthly',
    couponId: 'HALF',
    successUrl: '../thanks.html',
    cancelUrl: '/pricing.html',
    metadataForCheckout: { from: 'pricing' },
  })
  expect(body()).toEqual({
    priceId: 'prc_pro-monthly',
    couponId: 'HALF',
    metadataForCheckout: { from: 'pricing' },
    success_url: 'https://shop.example/thanks.html',
    cancel_url: 'https://shop.example/pricing.html',
    origin_url: HERE,
    conversionData,
  })
  await client.purchasePlansWithCheckout({ priceId: 'prc_pro-monthly', couponId: '', successUrl: '' })
  expect(Object.keys(Object(body()))).toEqual(['priceId', 'cancel_url', 'origin_url', 'conversionData'])
})

test('with autoRedirect: false the page goes nowhere by itself', async () => {
  const { client, visited } = await openMember()
  const { data } = await client.purchasePlansWithCheckout({ priceId: 'prc_pro-monthly', autoRedirect: false })
  expect(data.url).toContain('/test/checkout?session=')
  expect(visited).toEqual([])
})

test('another price is changed to at once, or paid first by who pays for nothing yet', async () => {
  const { client, visited } = await openMember()
  const begun = await client.updatePrice({ priceId: 'prc_pro-monthly' })
  expect(visited).toEqual([begun.data.url])
  expect(plansHeld()).toEqual([])
  await api.services.payments.testPages.pay(new URL(begun.data.url ?? '').searchParams.get('session') ?? '')
  await client.getCurrentMember()
  const changed = await client.updatePrice({ priceId: 'prc_pro-yearly' })
  expect(changed.data.url).toBeNull()
  expect(visited).toHaveLength(1)
  expect($member.get()?.planConnections).toMatchObject([{ payment: { priceId: 'prc_pro-yearly' } }])
})

test('the portal is for who has paid, and leads back to this page', async () => {
  const { client, visited, body } = await openMember()
  await expect(client.launchStripeCustomerPortal()).rejects.toMatchObject({ code: 'no-purchase-found' })
  expect(visited).toEqual([])
  await client.purchasePlansWithCheckout({ priceId: 'prc_pro-monthly', autoRedirect: false })
  const { data } = await client.launchStripeCustomerPortal()
  expect(body()).toEqual({ priceIds: [], return_url: HERE, origin_url: HERE })
  expect(visited).toEqual([data.url])
  await client.launchStripeCustomerPortal({ priceIds: ['prc_pro-yearly'], returnUrl: '/back', autoRedirect: false })
  expect(body()).toEqual({ priceIds: ['prc_pro-yearly'], return_url: 'https://shop.example/back', origin_url: HERE })
  expect(visited).toHaveLength(1)
})

test('a response after a logout is dropped', async () => {
  const { client, hold } = await openMember()
  let release: () => void = () => {}
  hold.until = new Promise<void>((resolve) => (release = resolve))
  const joining = client.addPlan({ planId: 'pln_free' })
  await expect.poll(() => hold.held).toBe(1)
  hold.until = undefined
  await client.logout()
  release()
  await joining
  expect($member.get()).toBeNull()
})

test('a price that a page passes to openModal is bought after the sign-up, and not after closing', async () => {
  const { client, requests } = await openMember()
  const open = async (end: () => void) => {
    // @ts-expect-error what a page's script may do
    const opened = client.openModal('SIGNUP', { priceId: 'prc_pro-monthly' })
    end()
    return opened
  }
  expect(await open(() => client.hideModal())).toEqual({ type: 'CLOSED' })
  expect(requests).toEqual([])
  const data = { tokens: { accessToken: '', expires: 0, type: 'bearer' }, member: aMember(), redirect: null } as const
  await open(() => settleModal({ type: 'SIGNUP', data }))
  expect(requests.map(({ path, body }) => [path, Object(body).priceId])).toEqual([
    ['/member/plans/create-checkout-session', 'prc_pro-monthly'],
  ])
})
