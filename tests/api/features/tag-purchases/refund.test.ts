import { describe, expect, it } from 'vitest'
import { openTagShop } from '../../../support/open-tag-shop'

const DAY_MS = 86_400_000

async function openBought(packageId = 'three') {
  const shop = await openTagShop()
  const ann = await shop.signUp()
  const id = await shop.buy(ann.token, packageId)
  return { shop, ann, id }
}

describe('a refund', () => {
  it('of an unused purchase returns the whole amount and takes every credit', async () => {
    const { shop, ann, id } = await openBought('five')
    const { data } = await shop.refund(ann.token, id)
    expect(data.purchase).toMatchObject({
      status: 'refunded',
      refundedAmount: 32,
      unusedTags: 0,
      refundableUntil: null,
    })
    expect(data.credits).toEqual({ available: 0, spent: 0, refunded: 5, revoked: 0 })
    expect(await shop.givenBack(ann.id)).toEqual([3200])
    const mail = await shop.mailTo('ann@example.com')
    expect([mail?.subject, mail?.text]).toEqual([
      expect.stringContaining('$32.00'),
      expect.stringContaining('5 TrustTags'),
    ])
  })

  it('after one of three was spent returns twice six dollars, and the issued TrustTag stays', async () => {
    const { shop, ann, id } = await openBought()
    const tag = await shop.issue(ann.id)
    const { data } = await shop.refund(ann.token, id)
    expect(data.purchase).toMatchObject({ status: 'paid', refundedAmount: 12, unusedTags: 0, refundableUntil: null })
    expect(data.credits).toEqual({ available: 0, spent: 1, refunded: 2, revoked: 0 })
    expect(await shop.givenBack(ann.id)).toEqual([1200])
    await shop.list(ann.token)
    expect((await shop.store.tags.find(tag.id))?.revokedAt).toBeNull()
  })

  it('is possible until exactly thirty days after the payment', async () => {
    const { shop, ann, id } = await openBought()
    const session = async () => {
      const answer = await shop.call('login', { email: 'ann@example.com', password: 'correct horse' }, shop.as())
      return answer.data.tokens.accessToken
    }
    shop.clock.advance(30 * DAY_MS)
    const late = await shop.refund(await session(), id)
    expect([late.status, late.body.code]).toEqual([409, 'refund-period-over'])
    expect((await shop.list(await session())).purchases[0]).toMatchObject({ refundableUntil: null, unusedTags: 3 })
    expect(await shop.givenBack(ann.id)).toEqual([])
    shop.clock.advance(-1)
    expect((await shop.refund(await session(), id)).data.purchase.refundedAmount).toBe(18)
  })

  it('repeated, or ten times in parallel, is made once', async () => {
    const { shop, ann, id } = await openBought()
    await Promise.all(Array.from({ length: 10 }, () => shop.refund(ann.token, id)))
    expect(await shop.givenBack(ann.id)).toEqual([1800])
    const again = await shop.refund(ann.token, id)
    expect([again.status, again.body.code]).toEqual([409, 'nothing-to-refund'])
    expect(await shop.givenBack(ann.id)).toEqual([1800])
    await shop.outbox.drain()
    const mails = await shop.store.mailbox.list('ann@example.com')
    expect(mails.filter(({ subject }) => subject.includes('refund'))).toHaveLength(1)
  })

  it('while TrustTags are issued returns only what was not spent', async () => {
    const { shop, ann, id } = await openBought('five')
    const acts = [shop.issue(ann.id), shop.refund(ann.token, id), shop.issue(ann.id), shop.issue(ann.id)]
    await Promise.allSettled(acts)
    const { purchases, credits } = await shop.list(ann.token)
    expect(credits.spent + credits.refunded).toBe(5)
    expect(await shop.store.tags.listByMember(ann.id)).toHaveLength(credits.spent)
    expect(purchases[0]?.refundedAmount).toBe((credits.refunded * 640) / 100)
    expect(await shop.givenBack(ann.id)).toEqual([credits.refunded * 640])
  })

  it('of one purchase does not change the credits of another, or the free one', async () => {
    const { shop, ann, id } = await openBought()
    await shop.store.members.update(ann.id, { verified: true })
    await shop.claim(ann.token)
    await shop.buy(ann.token, 'single')
    const { credits } = (await shop.refund(ann.token, id)).data
    expect(credits).toEqual({ available: 2, spent: 0, refunded: 3, revoked: 0 })
  })
})

describe('a refund is refused', () => {
  it('of an unknown purchase and of another member’s, with the same error', async () => {
    const { shop, id } = await openBought()
    const ben = await shop.signUp('ben@example.com')
    const answers = [await shop.refund(ben.token, 'pur_unknown'), await shop.refund(ben.token, id)]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'tag-purchase-not-found'])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })

  it('of an unpaid purchase, or a used one', async () => {
    const { shop, ann, id } = await openBought('single')
    await shop.issue(ann.id)
    expect((await shop.refund(ann.token, id)).body.code).toBe('nothing-to-refund')
    const { purchase } = (await shop.order(ann.token)).data
    expect((await shop.refund(ann.token, purchase.id)).body.code).toBe('nothing-to-refund')
    expect(await shop.givenBack(ann.id)).toEqual([])
  })

  it('to an ended session', async () => {
    const { shop, ann, id } = await openBought()
    await shop.call('logout', {}, shop.as(ann.token))
    expect((await shop.refund(ann.token, id)).status).toBe(401)
    expect((await shop.store.credits.listByPurchase(id)).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'AVAILABLE'),
    )
  })
})
