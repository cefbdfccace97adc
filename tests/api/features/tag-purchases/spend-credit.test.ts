import { expect, test } from 'vitest'
import { openTagShop } from '../../../support/open-tag-shop'

test('fifty parallel uses of one credit issue one TrustTag', async () => {
  const shop = await openTagShop()
  const ann = await shop.signUp()
  await shop.buy(ann.token, 'single')
  const spends = await Promise.allSettled(Array.from({ length: 50 }, () => shop.issue(ann.id)))
  expect(spends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refusals = spends.flatMap((spend) => (spend.status === 'rejected' ? [spend.reason as unknown] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'no-credit-left' })
  expect(await shop.store.tags.listByMember(ann.id)).toHaveLength(1)
  expect((await shop.list(ann.token)).credits).toEqual({ available: 0, spent: 1, refunded: 0, revoked: 0 })
})

test('fifty parallel moves of one credit outside a transaction succeed once', async () => {
  const shop = await openTagShop()
  const ann = await shop.signUp()
  const [credit] = await shop.store.credits.listByPurchase(await shop.buy(ann.token, 'single'))
  const moves = Array.from({ length: 50 }, (_, at) =>
    shop.store.credits.move(credit!.id, 'AVAILABLE', 'SPENT', at, `TT-${at}`),
  )
  expect((await Promise.all(moves)).filter(Boolean)).toHaveLength(1)
})

test('a TrustTag that cannot be issued costs no credit', async () => {
  const shop = await openTagShop()
  const ann = await shop.signUp()
  await shop.buy(ann.token, 'single')
  const broken = shop.store.transaction(async (repositories) => {
    const [credit] = await repositories.credits.listByMember(ann.id)
    await repositories.credits.move(credit!.id, 'AVAILABLE', 'SPENT', 0, 'TT-1')
    throw new Error('no')
  })
  await expect(broken).rejects.toThrow('no')
  expect((await shop.list(ann.token)).credits.available).toBe(1)
})

test('the free credit is spent before paid ones, which can be refunded', async () => {
  const shop = await openTagShop()
  const ann = await shop.signUp()
  const id = await shop.buy(ann.token)
  await shop.store.members.update(ann.id, { verified: true })
  await shop.claim(ann.token)
  const tag = await shop.issue(ann.id)
  const spent = (await shop.store.credits.listByMember(ann.id)).find(({ status }) => status === 'SPENT')
  expect(spent).toMatchObject({ id: tag.creditId, purchaseId: null, tagId: tag.id })
  expect((await shop.refund(ann.token, id)).data.purchase.refundedAmount).toBe(18)
})

test('uses only the member’s own credits', async () => {
  const shop = await openTagShop()
  await shop.buy((await shop.signUp()).token)
  const ben = await shop.signUp('ben@example.com')
  await expect(shop.issue(ben.id)).rejects.toMatchObject({ code: 'no-credit-left', status: 402 })
})
