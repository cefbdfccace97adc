import { expect, test } from 'vitest'
import { createReconcileWorker } from '../../../../api/features/payments/reconcile'
import type { Payments } from '../../../../api/features/payments/provider'
import { openShop } from '../../../support/open-shop'
import type { Shop } from '../../../support/open-shop'

const HOUR_MS = 60 * 60_000

async function openWithCheckouts(...priceIds: string[]) {
  const shop = await openShop()
  const ann = await shop.signUp()
  const sessions: string[] = []
  for (const priceId of priceIds) sessions.push(await shop.checkout(ann.token, priceId))
  const provider = shop.services.payments.named('test', 'test')!
  const purchase = async (session: string) => (await shop.store.purchases.findBySession('test', session))!
  return { shop, ann, sessions, provider, purchase, worker: createReconcileWorker(shop.services) }
}

/** Counts calls of the provider, and lets the test break it. */
function watch({ services }: Shop, broken: (sessionId: string) => boolean = () => false) {
  const asked: string[] = []
  const real = services.payments.named('test', 'test')!
  const readPurchase: Payments['readPurchase'] = (reference) => {
    asked.push(reference.sessionId)
    return broken(reference.sessionId) ? Promise.reject(new Error('down')) : real.readPurchase(reference)
  }
  services.payments.named = () => ({ ...real, readPurchase })
  return asked
}

test('grants what was paid but never reported', async () => {
  const { shop, ann, sessions, worker } = await openWithCheckouts('prc_pro-monthly')
  await shop.services.payments.testPages.pay(sessions[0]!)
  await worker.look()
  expect(await shop.connections(ann.id)).toMatchObject([{ planId: 'pln_pro', status: 'ACTIVE' }])
})

test('ends unpaid purchases at their time, even if the checkout was never created', async () => {
  const { shop, sessions, worker, purchase } = await openWithCheckouts('prc_pro-monthly')
  const unmade = { ...(await purchase(sessions[0]!)), id: 'pur_unmade', sessionId: null }
  await shop.store.purchases.insert(unmade)
  await worker.look()
  expect((await purchase(sessions[0]!)).status).toBe('OPEN')
  shop.clock.advance(HOUR_MS)
  await worker.look()
  expect((await purchase(sessions[0]!)).status).toBe('EXPIRED')
  expect(await shop.store.purchases.find('pur_unmade')).toMatchObject({ status: 'EXPIRED' })
})

test('a purchase that cannot be read does not block others', async () => {
  const { shop, ann, sessions, worker } = await openWithCheckouts('prc_pro-monthly', 'prc_trial-monthly')
  for (const session of sessions) await shop.services.payments.testPages.pay(session)
  watch(shop, (session) => session === sessions[0])
  await worker.look()
  expect(await shop.connections(ann.id)).toMatchObject([{ planId: 'pln_trial', status: 'TRIALING' }])
  expect(shop.logLines.join('')).toContain('could not check a purchase')
})

test('skips paid purchases with nothing due', async () => {
  const { shop, sessions, worker } = await openWithCheckouts('prc_pro-monthly')
  await shop.pay(sessions[0]!)
  const asked = watch(shop)
  shop.clock.advance(2 * HOUR_MS)
  await worker.look()
  expect(asked).toEqual([])
})

test('reads overdue renewals once an hour', async () => {
  const { shop, sessions, worker } = await openWithCheckouts('prc_pro-monthly')
  await shop.pay(sessions[0]!)
  const asked = watch(shop)
  shop.clock.advance(40 * 24 * HOUR_MS)
  await worker.look()
  await worker.look()
  expect(asked).toHaveLength(1)
  shop.clock.advance(2 * HOUR_MS)
  await worker.look()
  expect(asked).toHaveLength(2)
})

test('reads an interrupted change at the next start', async () => {
  const { shop, ann, sessions, worker, provider, purchase } = await openWithCheckouts('prc_pro-monthly')
  await shop.pay(sessions[0]!)
  const { id, externalId } = await purchase(sessions[0]!)
  await shop.store.purchases.beginRead(id)
  await provider.cancel(externalId!)
  shop.clock.advance(1)
  worker.start()
  await expect.poll(() => shop.connections(ann.id)).toMatchObject([{ status: 'CANCELED' }])
  await worker.stop(1_000)
})

test('ends what is interrupted between a refund or replacement and its record', async () => {
  const { shop, ann, sessions, worker, purchase } = await openWithCheckouts('prc_pro-monthly')
  await shop.pay(sessions[0]!)
  const { url } = (await shop.change(ann.token, 'prc_pro-lifetime')).data
  const session = new URL(url ?? '').searchParams.get('session') ?? ''
  await shop.pay(session)
  const replacing = await purchase(session)
  await shop.store.purchases.update(replacing.id, { status: 'REPLACING' })
  await worker.look()
  expect((await purchase(session)).status).toBe('PAID')
  await shop.store.purchases.update(replacing.id, { status: 'DUPLICATE' })
  await worker.look()
  expect((await purchase(session)).status).toBe('REFUNDED')
})

test('makes no requests after the stop', async () => {
  const { shop, worker } = await openWithCheckouts('prc_pro-monthly')
  const asked = watch(shop)
  await worker.stop(1_000)
  await worker.look()
  expect(asked).toEqual([])
})

test('moves a purchase of an unconfigured provider to the end of the queue', async () => {
  const { shop, sessions, worker, purchase } = await openWithCheckouts('prc_pro-monthly')
  const mine = await purchase(sessions[0]!)
  await shop.store.purchases.insert({ ...mine, id: 'pur_orphan', sessionId: 'cs_orphan', provider: 'stripe' })
  await worker.look()
  expect(await shop.store.purchases.find('pur_orphan')).toMatchObject({
    status: 'OPEN',
    lastReadAt: shop.clock.now(),
  })
})

test('a silent provider does not keep the server from stopping', async () => {
  const { shop, worker } = await openWithCheckouts('prc_pro-monthly')
  const real = shop.services.payments.named('test', 'test')!
  shop.services.payments.named = () => ({ ...real, readPurchase: () => new Promise(() => {}) })
  void worker.look()
  await worker.stop(0)
})
