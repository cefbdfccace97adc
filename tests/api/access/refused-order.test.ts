import { expect, test } from 'vitest'
import { sessionOf } from '../../support/open-shop'
import { openTagShop } from '../../support/open-tag-shop'

test('an order for another member’s assessment is refused before it creates or ends anything', async () => {
  const shop = await openTagShop()
  const [ann, ben] = [await shop.signUp('ann@example.com'), await shop.signUp('ben@example.com')]
  const { id } = await shop.attempt(ben.id)
  const untouched = shop.dumpDatabase()
  const refused = await shop.order(ann.token, { attemptIds: [id] })
  expect([refused.status, refused.body.code]).toEqual([404, 'attempt-not-found'])
  expect(shop.dumpDatabase()).toEqual(untouched)

  const { url } = (await shop.order(ann.token)).data
  expect((await shop.order(ann.token, { attemptIds: [id] })).status).toBe(404)
  await shop.pay(sessionOf(url))
  expect((await shop.list(ann.token)).credits.available).toBe(3)
})
