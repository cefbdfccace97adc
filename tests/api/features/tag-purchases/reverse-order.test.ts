import { describe, expect, it } from 'vitest'
import { reconcilePurchase } from '../../../../api/features/payments/reconcile'
import { openTagShop } from '../../../support/open-tag-shop'

async function openBought(spent = 1) {
  const shop = await openTagShop()
  const ann = await shop.signUp()
  const id = await shop.buy(ann.token)
  const tags: string[] = []
  for (let count = 0; count < spent; count += 1) tags.push((await shop.issue(ann.id)).id)
  const look = () => reconcilePurchase(shop.services, id)
  const audit = async () => (await shop.store.auditLog.list('app_shop', 'test', 100)).map(({ act }) => act)
  return { shop, ann, id, tags, look, audit }
}

describe('a disputed payment', () => {
  it('takes the unused credits, and revokes the TrustTags of the others', async () => {
    const { shop, ann, id, tags, look } = await openBought()
    expect(await shop.play(id, 'dispute')).toBe(true)
    await look()
    const { purchases, credits } = await shop.list(ann.token)
    expect(credits).toEqual({ available: 0, spent: 1, refunded: 0, revoked: 2 })
    expect(purchases[0]).toMatchObject({ status: 'disputed', unusedTags: 0, refundableUntil: null, refundedAmount: 0 })
    expect(await shop.store.tags.find(tags[0]!)).toMatchObject({
      revokedAt: shop.clock.now(),
      revokeReason: 'The payment for this TrustTag was disputed.',
    })
  })

  it('is recorded for the owner once, however often it is read', async () => {
    const { shop, id, look, audit } = await openBought()
    await shop.play(id, 'dispute')
    await Promise.all([look(), look(), look()])
    await look()
    expect((await audit()).toSorted()).toEqual(['purchase.dispute', 'tag.revoke'])
  })

  it('is not refunded as well', async () => {
    const { shop, ann, id } = await openBought()
    await shop.play(id, 'dispute')
    expect((await shop.refund(ann.token, id)).body.code).toBe('nothing-to-refund')
    expect(await shop.givenBack(ann.id)).toEqual([])
  })

  it('does not change credits and TrustTags of another purchase', async () => {
    const { shop, ann, id, look } = await openBought(0)
    await shop.buy(ann.token)
    await shop.play(id, 'dispute')
    await look()
    const other = await shop.issue(ann.id)
    expect((await shop.store.tags.find(other.id))?.revokedAt).toBeNull()
    expect((await shop.list(ann.token)).credits).toEqual({ available: 2, spent: 1, refunded: 0, revoked: 3 })
  })

  it('that was never granted ends the same way', async () => {
    const shop = await openTagShop()
    const ann = await shop.signUp()
    const { purchase, url } = (await shop.order(ann.token)).data
    await shop.services.payments.testPages.pay(new URL(url).searchParams.get('session')!)
    await shop.play(purchase.id, 'dispute')
    expect((await shop.list(ann.token)).credits).toEqual({ available: 0, spent: 0, refunded: 0, revoked: 3 })
  })
})

describe('a refund at the provider', () => {
  it('of everything takes everything', async () => {
    const { shop, ann, id, tags, look } = await openBought()
    await shop.play(id, 'refund')
    await look()
    await look()
    const { purchases, credits } = await shop.list(ann.token)
    expect(credits).toEqual({ available: 0, spent: 1, refunded: 0, revoked: 2 })
    expect(purchases[0]).toMatchObject({ status: 'refunded', refundedAmount: 18 })
    const tag = await shop.store.tags.find(tags[0]!)
    expect(tag?.revokeReason).toBe('The payment for this TrustTag was returned.')
  })

  it('of a part takes as many unused credits as it pays for, once, and no TrustTag', async () => {
    const { shop, ann, id, tags, look, audit } = await openBought()
    const payments = shop.services.payments.named('test', 'test')!
    const { externalId } = (await shop.store.purchases.find(id))!
    await payments.refundPart(externalId!, 700, 'by the owner')
    await look()
    await look()
    expect((await shop.list(ann.token)).credits).toEqual({ available: 1, spent: 1, refunded: 0, revoked: 1 })
    expect(await audit()).toEqual(['purchase.refund'])
    expect((await shop.store.tags.find(tags[0]!))?.revokedAt).toBeNull()
    // The rest is refunded on request, and no more than that.
    const { purchase } = (await shop.refund(ann.token, id)).data
    expect(purchase.refundedAmount).toBe(13)
    expect(await shop.givenBack(ann.id)).toEqual([700, 600])
  })

  it('differs from our own refund, whose read changes nothing more', async () => {
    const { shop, ann, id, tags, look, audit } = await openBought()
    await shop.refund(ann.token, id)
    await look()
    await look()
    expect((await shop.list(ann.token)).credits).toEqual({ available: 0, spent: 1, refunded: 2, revoked: 0 })
    expect(await audit()).toEqual([])
    await shop.play(id, 'refund')
    await look()
    expect((await shop.store.tags.find(tags[0]!))?.revokedAt).not.toBeNull()
    expect(await shop.givenBack(ann.id)).toEqual([1200, 600])
  })
})
