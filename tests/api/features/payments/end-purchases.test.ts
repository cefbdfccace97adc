import { expect, test } from 'vitest'
import { ApiError } from '../../../../api/lib/errors'
import type { Payments } from '../../../../api/features/payments/provider'
import { openShop } from '../../../support/open-shop'
import type { Shop } from '../../../support/open-shop'

async function openWithPlan() {
  const shop = await openShop()
  const ann = await shop.signUp()
  await shop.pay(await shop.checkout(ann.token, 'prc_pro-monthly'))
  const customer = (await shop.member(ann.token)).stripeCustomerId!
  const remove = () => shop.call('deleteMember', {}, shop.as(ann.token))
  return { shop, ann, customer, remove }
}

function changeProvider(shop: Shop, change: (real: Payments) => Partial<Payments>) {
  const named = shop.services.payments.named('test', 'test')!
  const provider = { ...named, ...change(named) }
  shop.services.payments.named = () => provider
  shop.services.payments.forMode = () => provider
}

test('deleting an account ends its subscriptions and open checkouts at the provider', async () => {
  const { shop, ann, customer, remove } = await openWithPlan()
  const open = await shop.checkout(ann.token, 'prc_trial-monthly')
  expect((await remove()).status).toBe(200)
  expect(await shop.store.testPayments.listSales(customer)).toMatchObject([{ status: 'CANCELED' }])
  expect((await shop.pay(open)).status).toBe(410)
  expect(await shop.store.members.findById(ann.id)).toBeNull()
  expect(shop.dumpDatabase().purchases).toEqual([])
})

test('keeps the member while the provider does not respond, and deletes them later', async () => {
  const { shop, ann, customer, remove } = await openWithPlan()
  const answering = { ...shop.services.payments }
  changeProvider(shop, () => ({ cancel: () => Promise.reject(new ApiError('payment-provider-unavailable')) }))
  expect((await remove()).body.code).toBe('payment-provider-unavailable')
  expect((await shop.member(ann.token)).planConnections).toMatchObject([{ active: true }])
  Object.assign(shop.services.payments, answering)
  expect((await remove()).status).toBe(200)
  expect(await shop.store.testPayments.listSales(customer)).toMatchObject([{ status: 'CANCELED' }])
})

test('ends what is paid during the deletion of the account', async () => {
  const { shop, ann, customer, remove } = await openWithPlan()
  const session = await shop.checkout(ann.token, 'prc_trial-monthly')
  const answers = await Promise.all([remove(), shop.pay(session), shop.pay(session)])
  expect(answers[0].status).toBe(200)
  const sales = await shop.store.testPayments.listSales(customer)
  expect(sales.filter(({ status }) => status !== 'CANCELED')).toEqual([])
})

test('ends a checkout that is paid at the last moment', async () => {
  const { shop, ann, customer, remove } = await openWithPlan()
  const session = await shop.checkout(ann.token, 'prc_trial-monthly')
  changeProvider(shop, (provider) => ({
    async expireCheckout(id) {
      await shop.services.payments.testPages.pay(session)
      await provider.expireCheckout(id)
    },
  }))
  expect((await remove()).status).toBe(200)
  expect(await shop.store.testPayments.listSales(customer)).toMatchObject([
    { status: 'CANCELED' },
    { status: 'CANCELED' },
  ])
  expect(await shop.store.members.findById(ann.id)).toBeNull()
})

test('a checkout that is created during the deletion of the account can never be paid', async () => {
  const { shop, ann, remove } = await openWithPlan()
  const made: string[] = []
  changeProvider(shop, (provider) => ({
    async createCheckout(order) {
      const checkout = await provider.createCheckout(order)
      made.push(checkout.sessionId)
      await remove()
      return checkout
    },
  }))
  const answer = await shop.begin(ann.token, { priceId: 'prc_trial-monthly' })
  expect(answer.body.code).toBe('client/invalid-token')
  expect((await shop.pay(made[0] ?? '')).status).toBe(410)
})
