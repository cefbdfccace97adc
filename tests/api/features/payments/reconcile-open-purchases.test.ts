import { afterEach, expect, test, vi } from 'vitest'
import { reconcileOpenPurchases } from '../../../../api/features/payments/reconcile'
import type { PurchaseState } from '../../../../api/features/payments/provider'
import { aPurchaseRow } from '../../database/a-purchase-row'
import { openShop } from '../../../support/open-shop'
import { testsPostgres } from '../../../support/tested-engine'

afterEach(() => {
  vi.useRealTimers()
})

const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A member with checkouts of two plans, and a provider that responds on request. */
async function openWithCheckouts() {
  const shop = await openShop()
  const ann = await shop.signUp()
  for (const priceId of ['prc_pro-monthly', 'prc_trial-monthly']) await shop.checkout(ann.token, priceId)
  const asked: string[] = []
  const answers: ((state: PurchaseState) => void)[] = []
  const real = shop.services.payments.named('test', 'test')!
  const readPurchase = ({ purchaseId }: { purchaseId: string }): Promise<PurchaseState> => {
    asked.push(purchaseId)
    return new Promise((resolve) => answers.push(resolve))
  }
  const payments = { ...shop.services.payments, named: () => ({ ...real, readPurchase }) }
  const settle = () => reconcileOpenPurchases({ ...shop.services, payments }, ann.id)
  return { shop, ann, asked, answers, settle }
}

test('reads all open purchases in parallel, before the response', async () => {
  const { asked, answers, settle } = await openWithCheckouts()
  let isDone = false
  const settled = settle().then(() => (isDone = true))
  await expect.poll(() => asked.length).toBe(2)
  answers[0]?.({ status: 'OPEN' })
  await turn()
  expect(isDone).toBe(false)
  answers[1]?.({ status: 'EXPIRED' })
  await settled
})

// Only a database without timers shows which timer is whose.
test.runIf(!testsPostgres)('delays the response at most two and a half seconds for a silent provider', async () => {
  const { asked, settle } = await openWithCheckouts()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isDone = false
  const settled = settle().then(() => (isDone = true))
  while (vi.getTimerCount() === 0) await turn()
  await vi.advanceTimersByTimeAsync(2_499)
  expect(isDone).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await settled
  vi.useRealTimers()
  await expect.poll(() => asked.length).toBe(2)
})

test('skips purchases that are closed or never had a URL', async () => {
  const { shop, ann, asked, settle } = await openWithCheckouts()
  const mine = await shop.store.purchases.listByMember(ann.id)
  await Promise.all(mine.map(({ id }) => shop.store.purchases.update(id, { status: 'PAID' })))
  await shop.store.purchases.insert(
    aPurchaseRow({ memberId: ann.id, status: 'OPEN', sessionId: null, externalId: null }),
  )
  await settle()
  expect(asked).toEqual([])
})
