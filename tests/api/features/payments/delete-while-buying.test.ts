import { expect, test } from 'vitest'
import { openShop } from '../../../support/open-shop'
import type { Shop } from '../../../support/open-shop'

/** Deletes a paying member who does something else while the provider ends the purchase. */
async function deleteWhile(meanwhile: (shop: Shop, token: string) => Promise<unknown>) {
  const shop = await openShop()
  const ann = await shop.signUp()
  await shop.pay(await shop.checkout(ann.token, 'prc_pro-monthly'))
  const customer = (await shop.member(ann.token)).stripeCustomerId!
  const real = shop.services.payments.named('test', 'test')!
  let isFirst = true
  const cancel = async (externalId: string): Promise<void> => {
    if (isFirst) {
      isFirst = false
      await meanwhile(shop, ann.token)
    }
    await real.cancel(externalId)
  }
  const provider = { ...real, cancel }
  Object.assign(shop.services.payments, { named: () => provider, forMode: () => provider })
  const { status } = await shop.call('deleteMember', {}, shop.as(ann.token))
  const sales = await shop.store.testPayments.listSales(customer)
  return { shop, status, isGone: (await shop.store.members.findById(ann.id)) === null, sales }
}

test('ends what a member buys during the deletion of their account', async () => {
  const { status, isGone, sales } = await deleteWhile(async (shop, token) => {
    // Paid at the provider, but unknown here.
    await shop.services.payments.testPages.pay(await shop.checkout(token, 'prc_trial-monthly'))
  })
  expect([status, isGone]).toEqual([200, true])
  expect(sales.map((sale) => sale.status)).toEqual(['CANCELED', 'CANCELED'])
})

test('a checkout that begins during the deletion cannot be paid', async () => {
  let session = ''
  const { shop, isGone } = await deleteWhile(async (site, token) => {
    session = await site.checkout(token, 'prc_trial-monthly')
  })
  expect(isGone).toBe(true)
  expect((await shop.pay(session)).status).toBe(410)
})
