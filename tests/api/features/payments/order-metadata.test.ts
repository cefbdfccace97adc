import { expect, test } from 'vitest'
import { openShop } from '../../../support/open-shop'

async function openWithAnn() {
  const shop = await openShop()
  const ann = await shop.signUp()
  const begin = (metadataForCheckout: Record<string, unknown>) =>
    shop.begin(ann.token, { priceId: 'prc_pro-monthly', metadataForCheckout })
  return { shop, ann, begin }
}

test('passes a page’s metadata to the provider, as text', async () => {
  const { shop, ann } = await openWithAnn()
  const metadataForCheckout = { campaign: 'spring', seats: 3, trial: true, from: { page: '/pricing' }, none: null }
  const session = await shop.checkout(ann.token, { priceId: 'prc_pro-monthly', metadataForCheckout })
  expect((await shop.store.testPayments.findCheckout(session))?.metadata).toEqual({
    campaign: 'spring',
    seats: '3',
    trial: 'true',
    from: '{"page":"/pricing"}',
    none: 'null',
  })
})

test('sends no metadata by default', async () => {
  const { shop, ann } = await openWithAnn()
  const session = await shop.checkout(ann.token, 'prc_pro-monthly')
  expect((await shop.store.testPayments.findCheckout(session))?.metadata).toEqual({})
})

test('refuses metadata above the limit of member JSON, and begins nothing', async () => {
  const { shop, begin } = await openWithAnn()
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`key-${n}`, 'x']))
  expect((await begin(many)).status).toBe(400)
  expect((await begin({ long: 'x'.repeat(200_000) })).status).toBeGreaterThanOrEqual(400)
  expect(shop.dumpDatabase().purchases).toEqual([])
})
