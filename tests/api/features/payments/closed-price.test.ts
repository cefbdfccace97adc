import { expect, test } from 'vitest'
import { aSecretKey, callAdmin } from '../../../support/admin-calls'
import { openShop } from '../../../support/open-shop'
import type { Shop } from '../../../support/open-shop'
import { openStripeShop } from '../../../support/open-stripe-shop'
import { APP_CACHED_MS } from '../../../support/start-api'
import type { TestApi } from '../../../support/start-api'

const SOLD = 'prc_pro-monthly'

/** The owner makes a sold price dearer: it closes, and a copy has the new amount. @returns ID of the copy */
async function makeDearer(api: Pick<TestApi, 'request' | 'store' | 'services' | 'clock'>, amountMinor: number) {
  const key = await aSecretKey(api)
  const input = { part: 'prices', item: SOLD, changes: { amountMinor } }
  const { status, body } = await callAdmin(api, key, 'changeDefinitionItem', input)
  expect({ status, body }).toMatchObject({ status: 200, body: { data: { item: { amountMinor, active: true } } } })
  api.clock.advance(APP_CACHED_MS)
  const [, copy = ''] = /"id":"(prc_\w+)"/u.exec(JSON.stringify(body)) ?? []
  expect(copy).not.toBe(SOLD)
  return copy
}

const priceOf = ({ planConnections }: Awaited<ReturnType<Shop['member']>>) =>
  planConnections.map(({ payment, active }) => ({ priceId: payment?.priceId, amount: payment?.amount, active }))

const unchanged = [{ priceId: SOLD, amount: 10, active: true }]

test('a subscriber keeps the price that the owner closes: at Stripe, on the next invoice and in the member’s data', async () => {
  const shop = await openStripeShop()
  const { api, play, memory, begin, deliver, events } = shop
  play.pay(await begin())
  const [subscription] = memory.all('subscription')
  const member = async () => (await api.call('getMember', {}, shop.how)).data!
  expect(priceOf(await member())).toEqual(unchanged)
  const written = shop.writes()

  const copy = await makeDearer(api, 1_500)
  expect(shop.writes()).toEqual(written)
  expect(priceOf(await member())).toEqual(unchanged)
  const before = events.length
  play.renew(subscription!.id)
  for (const event of events.slice(before)) expect((await deliver(event)).status).toBe(200)
  expect(memory.all('invoice').map(({ total, status }) => `${status} ${total}`)).toEqual(['paid 1000', 'paid 1000'])
  expect(priceOf(await member())).toEqual(unchanged)
  expect(shop.writes()).toEqual(written)

  // Others pay the new price, and nobody can begin the old one.
  const bob = await api.call('signup', { email: 'bob@example.com', password: 'correct horse' })
  const as = { ...shop.how, token: bob.data.tokens.accessToken }
  const order = (priceId: string) => api.call('createCheckoutSession', { priceId, ...urls }, as)
  expect((await order(SOLD)).status).toBe(404)
  const { url } = (await order(copy)).data
  play.pay(url.slice(url.lastIndexOf('/') + 1))
  expect(memory.all('invoice').map(({ total }) => total)).toEqual([1_000, 1_000, 1_500])
  // The subscriber's own next invoice is still the old one.
  play.renew(subscription!.id)
  expect(memory.all('invoice').at(-1)).toMatchObject({ total: 1_000, customer: subscription!.customer })
})

const urls = { success_url: 'http://localhost:4002/a', cancel_url: 'http://localhost:4002/b' }

test('a subscriber of the test provider keeps it too, also after a failed payment', async () => {
  const shop = await openShop()
  const ann = await shop.signUp()
  await shop.pay(await shop.checkout(ann.token, SOLD))
  await makeDearer(shop, 1_500)
  for (const action of ['renew', 'fail', 'pay']) {
    const session = await shop.portal(ann.token)
    const html = await (await shop.request(`/test/portal?session=${session}`)).text()
    const [sale = '', seen = ''] = ['sale', 'seen'].map(
      (name) => new RegExp(`name="${name}" value="([^"]+)"`, 'u').exec(html)?.[1],
    )
    expect((await shop.submit('/test/portal', { session, action, sale, seen })).headers.get('location')).toContain(
      'result=done',
    )
  }
  expect(priceOf(await shop.member(ann.token))).toEqual(unchanged)
  expect((await shop.charges(ann.id)).map(({ amountMinor, status }) => `${status} ${amountMinor}`)).toEqual([
    'PAID 1000',
    'PAID 1000',
    'FAILED 1000',
    'PAID 1000',
  ])
})
