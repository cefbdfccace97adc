import { expect, test } from 'vitest'
import { changeAtProvider, createReconcileWorker } from '../../../../api/features/payments/reconcile'
import { openShop } from '../../../support/open-shop'

async function openPaid() {
  const shop = await openShop()
  const ann = await shop.signUp()
  const session = await shop.checkout(ann.token, 'prc_pro-monthly')
  await shop.pay(session)
  const { id, externalId } = (await shop.store.purchases.findBySession('test', session))!
  const provider = shop.services.payments.named('test', 'test')!
  return { shop, id, cancel: () => provider.cancel(externalId!), held: () => shop.connections(ann.id) }
}

test('shows a change at the provider at once', async () => {
  const { shop, id, cancel, held } = await openPaid()
  expect(await changeAtProvider(shop.services, id, async () => cancel().then(() => 'done'))).toBe('done')
  expect(await held()).toMatchObject([{ status: 'CANCELED' }])
})

test('reads an interrupted change at the next start', async () => {
  const { shop, id, cancel, held } = await openPaid()
  const crash = async (): Promise<never> => {
    await cancel()
    throw new Error('killed')
  }
  await expect(changeAtProvider(shop.services, id, crash)).rejects.toThrow('killed')
  expect(await held()).toMatchObject([{ status: 'ACTIVE' }])
  shop.clock.advance(1)
  const worker = createReconcileWorker(shop.services)
  worker.start()
  await expect.poll(held).toMatchObject([{ status: 'CANCELED' }])
  await worker.stop(1_000)
})
