import { expect, test } from 'vitest'
import { createReconcileWorker } from '../../../../api/features/payments/reconcile'
import { ApiError } from '../../../../api/lib/errors'
import { refundUnused } from '../../../../api/features/tag-purchases/fulfilment'
import type { Payments } from '../../../../api/features/payments/provider'
import { openTagShop } from '../../../support/open-tag-shop'

const options = { hasDeadline: true, lock: () => Promise.resolve() }

/** A purchase whose refund is interrupted; `refundPart` is the provider's behavior then. */
async function openCut(refundPart: (real: Payments) => Payments['refundPart']) {
  const shop = await openTagShop()
  const ann = await shop.signUp()
  const id = await shop.buy(ann.token)
  const real = shop.services.payments.named('test', 'test')!
  const cut = { ...real, refundPart: refundPart(real) }
  const services = { ...shop.services, payments: { ...shop.services.payments, named: () => cut } }
  const outcome = refundUnused(services, (await shop.store.purchases.find(id))!, options)
  const worker = createReconcileWorker(shop.services)
  return { shop, ann, id, outcome, look: () => worker.look() }
}

const gone = () => Promise.reject(new ApiError('payment-provider-unavailable'))

test('a refund of an unreachable provider follows with the next read of the worker, with its mail', async () => {
  const { shop, ann, id, outcome, look } = await openCut(() => gone)
  expect(await outcome).toBe('later')
  expect((await shop.store.purchases.find(id))?.status).toBe('REFUNDING')
  expect(await shop.givenBack(ann.id)).toEqual([])
  await look()
  expect(await shop.givenBack(ann.id)).toEqual([1800])
  expect((await shop.mailTo('ann@example.com'))?.subject).toContain('$18.00')
  await look()
  expect(await shop.givenBack(ann.id)).toEqual([1800])
})

test('a refund interrupted between the money and its record is made once', async () => {
  const { shop, ann, id, outcome, look } = await openCut((real) => async (...order) => {
    await real.refundPart(...order)
    throw new Error('killed')
  })
  await expect(outcome).rejects.toThrow('killed')
  expect((await shop.store.tagOrders.find(id))?.refundedMinor).toBe(0)
  await look()
  expect(await shop.givenBack(ann.id)).toEqual([1800])
  expect((await shop.list(ann.token)).purchases[0]).toMatchObject({ status: 'refunded', refundedAmount: 18 })
  expect((await shop.list(ann.token)).credits).toEqual({ available: 0, spent: 0, refunded: 3, revoked: 0 })
})

test('a repeated request finishes the same refund', async () => {
  const { shop, ann, id, outcome } = await openCut(() => gone)
  await outcome
  expect((await shop.refund(ann.token, id)).data.purchase).toMatchObject({ status: 'refunded', refundedAmount: 18 })
  expect(await shop.givenBack(ann.id)).toEqual([1800])
})

test('an owner can refund after the thirty days', async () => {
  const shop = await openTagShop()
  const ann = await shop.signUp()
  const id = await shop.buy(ann.token)
  shop.clock.advance(31 * 86_400_000)
  const purchase = (await shop.store.purchases.find(id))!
  await expect(refundUnused(shop.services, purchase, options)).rejects.toMatchObject({ code: 'refund-period-over' })
  expect(await refundUnused(shop.services, purchase, { ...options, hasDeadline: false })).toBe('done')
  expect(await shop.givenBack(ann.id)).toEqual([1800])
})
