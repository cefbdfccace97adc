import { expect, test } from 'vitest'
import { createReconcileWorker } from '../../../../api/features/payments/reconcile-worker'
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

/** Counts what is asked of the provider, and lets the test break it. */
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

test('what was paid and never reported is granted', async () => {
  const { shop, ann, sessions, worker } = await openWithCheckouts('prc_pro-monthly')
  await shop.services.payments.testPages.pay(sessions[0]!)
  await worker.look()
  expect(await shop.connections(ann.id)).toMatchObject([{ planId: 'pln_pro', status: 'ACTIVE' }])
})

test('what nobody paid ends with its time, also when its checkout was never made', async () => {
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

test('one that cannot be looked up holds up no other', async () => {
  const { shop, ann, sessions, worker } = await openWithCheckouts('prc_pro-monthly', 'prc_trial-monthly')
  for (const session of sessions) await shop.services.payments.testPages.pay(session)
  watch(shop, (session) => session === sessions[0])
  await worker.look()
  expect(await shop.connections(ann.id)).toMatchObject([{ planId: 'pln_trial', status: 'TRIALING' }])
  expect(shop.logLines.join('')).toContain('a purchase could not be looked up')
})

test('what is paid and has nothing due is left alone', async () => {
  const { shop, sessions, worker } = await openWithCheckouts('prc_pro-monthly')
  await shop.pay(sessions[0]!)
  const asked = watch(shop)
  shop.clock.advance(2 * HOUR_MS)
  await worker.look()
  expect(asked).toEqual([])
})

test('what should have been billed is looked up, once an hour', async () => {
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

test('a change whose look a crash cut off is followed at the next start', async () => {
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

test('what is cut off between a refund, or the end of what is replaced, and its note is ended', async () => {
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

test('once stopped it asks nobody', async () => {
  const { shop, worker } = await openWithCheckouts('prc_pro-monthly')
  const asked = watch(shop)
  await worker.stop(1_000)
  await worker.look()
  expect(asked).toEqual([])
})

test('one whose provider is no longer set up goes to the end of the queue', async () => {
  const { shop, sessions, worker, purchase } = await openWithCheckouts('prc_pro-monthly')
  const mine = await purchase(sessions[0]!)
  await shop.store.purchases.insert({ ...mine, id: 'pur_orphan', sessionId: 'cs_orphan', provider: 'stripe' })
  await worker.look()
  expect(await shop.store.purchases.find('pur_orphan')).toMatchObject({
    status: 'OPEN',
    lastReadAt: shop.clock.now(),
  })
})

test('a provider that says nothing does not keep the server from stopping', async () => {
  const { shop, worker } = await openWithCheckouts('prc_pro-monthly')
  const real = shop.services.payments.named('test', 'test')!
  shop.services.payments.named = () => ({ ...real, readPurchase: () => new Promise(() => {}) })
  void worker.look()
  await worker.stop(0)
})
