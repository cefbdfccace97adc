import { expect, test } from 'vitest'
import { reconcilePurchase } from '../../../../api/features/payments/reconcile'
import type { Payments, PurchaseState } from '../../../../api/features/payments/provider'
import { openShop } from '../../../support/open-shop'
import type { Shop } from '../../../support/open-shop'

async function openPaid(priceId = 'prc_pro-monthly') {
  const shop = await openShop()
  const ann = await shop.signUp()
  const session = await shop.checkout(ann.token, priceId)
  const { id } = (await shop.store.purchases.findBySession('test', session))!
  const purchase = async () => (await shop.store.purchases.find(id))!
  return { shop, ann, session, id, purchase }
}

/** The same services with another provider instead of the real one. */
function withProvider(shop: Shop, change: (real: Payments) => Partial<Payments>) {
  const real = shop.services.payments.named('test', 'test')!
  const payments = { ...shop.services.payments, named: () => ({ ...real, ...change(real) }) }
  return { ...shop.services, payments }
}

/** A provider that responds on request. */
function slowly(shop: Shop) {
  const arrive: (() => void)[] = []
  const services = withProvider(shop, (real) => ({
    async readPurchase(reference): Promise<PurchaseState> {
      const state = await real.readPurchase(reference)
      await new Promise<void>((resolve) => arrive.push(resolve))
      return state
    },
  }))
  return { services, arrive }
}

test('grants once for many parallel reads', async () => {
  const { shop, ann, session, id } = await openPaid('prc_team-monthly')
  await shop.services.payments.testPages.pay(session)
  await Promise.all(Array.from({ length: 8 }, () => reconcilePurchase(shop.services, id)))
  expect(await shop.connections(ann.id)).toMatchObject([{ planId: 'pln_team', status: 'ACTIVE', purchase: { id } }])
  expect((await shop.member(ann.token)).teams.ownedTeams).toHaveLength(1)
})

test('drops an outdated read that arrives after a newer one', async () => {
  const { shop, ann, session, id } = await openPaid()
  await shop.pay(session)
  const { services, arrive } = slowly(shop)
  const old = reconcilePurchase(services, id)
  await expect.poll(() => arrive.length).toBe(1)
  const { externalId } = (await shop.store.purchases.find(id))!
  await shop.services.payments.named('test', 'test')!.cancel(externalId!)
  await reconcilePurchase(shop.services, id)
  arrive[0]?.()
  await old
  expect(await shop.connections(ann.id)).toMatchObject([{ status: 'CANCELED' }])
})

test('changes nothing while the provider is down, and keeps the read due', async () => {
  const { shop, ann, session, id } = await openPaid()
  await shop.services.payments.testPages.pay(session)
  const down = withProvider(shop, () => ({ readPurchase: () => Promise.reject(new Error('down')) }))
  await expect(reconcilePurchase(down, id)).rejects.toThrow('down')
  expect(await shop.connections(ann.id)).toEqual([])
  await reconcilePurchase(shop.services, id)
  expect(await shop.connections(ann.id)).toMatchObject([{ status: 'ACTIVE' }])
})

test('responds while the provider fails, and grants the plan with the next read', async () => {
  const { shop, ann, session } = await openPaid()
  await shop.services.payments.testPages.pay(session)
  const { payments } = shop.services
  const named = payments.named.bind(payments)
  shop.services.payments.named = () => ({
    ...named('test', 'test')!,
    readPurchase: () => Promise.reject(new Error('down')),
  })
  expect((await shop.member(ann.token)).planConnections).toEqual([])
  shop.services.payments.named = named
  const { data } = await shop.call('getAppAndMember', {}, shop.as(ann.token))
  expect(data.member?.planConnections).toMatchObject([{ active: true }])
})

test('refunds a plan that was paid twice, even with a second try', async () => {
  const { shop, ann, session, id, purchase } = await openPaid()
  const other = { ...(await purchase()), id: 'pur_other', sessionId: null }
  await shop.store.purchases.insert(other)
  const payments = shop.services.payments.named('test', 'test')!
  const checkout = (await shop.store.testPayments.findCheckout(session))!
  const { sessionId } = await payments.createCheckout({ ...checkout, purchaseId: other.id })
  await shop.store.purchases.update(other.id, { sessionId })
  await shop.pay(session)
  await shop.services.payments.testPages.pay(sessionId)
  const failing = withProvider(shop, () => ({ refund: () => Promise.reject(new Error('down')) }))
  await expect(reconcilePurchase(failing, other.id)).rejects.toThrow('down')
  expect(await shop.store.purchases.find(other.id)).toMatchObject({ status: 'DUPLICATE' })
  expect(await (await shop.pay(sessionId)).text()).toContain('This payment was refunded in full.')
  expect(await shop.store.purchases.find(other.id)).toMatchObject({ status: 'REFUNDED' })
  await reconcilePurchase(shop.services, other.id)
  await reconcilePurchase(shop.services, id)
  expect(await shop.connections(ann.id)).toMatchObject([{ status: 'ACTIVE', purchase: { id } }])
  expect((await shop.charges(ann.id)).map(({ status }) => status)).toEqual(['PAID', 'REFUNDED'])
})

test('buys a canceled plan again on the same connection', async () => {
  const { shop, ann, session, purchase } = await openPaid()
  await shop.pay(session)
  const [first] = await shop.connections(ann.id)
  await shop.services.payments.named('test', 'test')!.cancel((await purchase()).externalId!)
  await reconcilePurchase(shop.services, (await purchase()).id)
  await shop.pay(await shop.checkout(ann.token, 'prc_pro-yearly'))
  const [second, ...others] = await shop.connections(ann.id)
  expect(others).toEqual([])
  expect(second).toMatchObject({ id: first?.id, status: 'ACTIVE', priceId: 'prc_pro-yearly' })
  await reconcilePurchase(shop.services, (await purchase()).id)
  expect(await shop.connections(ann.id)).toEqual([second])
})

test('ends an unpaid checkout', async () => {
  const { shop, id, purchase } = await openPaid()
  await reconcilePurchase(shop.services, id)
  expect((await purchase()).status).toBe('OPEN')
  shop.clock.advance(60 * 60_000)
  await reconcilePurchase(shop.services, id)
  expect((await purchase()).status).toBe('EXPIRED')
})

test('ignores an unknown purchase', async () => {
  const { shop } = await openPaid()
  const before = shop.dumpDatabase()
  await reconcilePurchase(shop.services, 'pur_unknown')
  expect(shop.dumpDatabase()).toEqual(before)
})
