import { expect, test } from 'vitest'
import { openTagShop } from '../../support/open-tag-shop'
import { tempFolder } from '../../support/temp-folder'
import { buildOwnerCommand, ownerCommandHere } from './build-owner-command'

async function openWithPurchase() {
  const shop = await openTagShop()
  const ann = await shop.signUp()
  const purchaseId = await shop.buy(ann.token)
  return { shop, ann, purchaseId }
}

const ofShop =
  (run: ReturnType<typeof ownerCommandHere>) =>
  (...args: string[]) =>
    run(...args, '--app', 'app_shop')

test('purchases are listed, and can have notes', async () => {
  const { shop, purchaseId } = await openWithPurchase()
  const owner = ofShop(ownerCommandHere({ DATA_DIR: shop.folder }))
  expect((await owner('purchases', 'note', purchaseId, 'Paid by her employer')).output).toContain('The note was saved.')
  const { output } = await owner('purchases', '--json')
  expect(JSON.parse(output).records).toMatchObject([
    {
      id: purchaseId,
      userEmail: 'ann@example.com',
      packageType: 'three',
      totalAmount: 18,
      status: 'paid',
      unusedTags: 3,
      note: 'Paid by her employer',
    },
  ])
  expect((await owner('purchases', 'note', purchaseId, '')).code).toBe(0)
  expect((await shop.store.tagOrders.find(purchaseId))?.note).toBe('')
})

test('three parallel refunds, one by the server, pay back once', async () => {
  const { shop, ann, purchaseId } = await openWithPurchase()
  const owner = ofShop(await buildOwnerCommand(tempFolder(), { DATA_DIR: shop.folder }))
  const refunds = await Promise.all([
    owner('refund', purchaseId),
    owner('refund', purchaseId),
    shop.refund(ann.token, purchaseId),
  ])
  expect(refunds.length).toBe(3)
  expect(await shop.givenBack(ann.id)).toEqual([1800])
  const credits = await shop.store.credits.listByPurchase(purchaseId)
  expect(credits.map(({ status }) => status)).toEqual(['REFUNDED', 'REFUNDED', 'REFUNDED'])
  expect(await owner('refund', purchaseId)).toEqual({
    code: 1,
    output: 'This purchase has no unused credits to refund.\n',
  })
})
