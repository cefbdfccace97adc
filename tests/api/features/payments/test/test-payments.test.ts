import { expect, test } from 'vitest'
import { openShop } from '../../../../support/open-shop'

test.for([
  ['prc_pro-monthly', 10],
  ['prc_pro-lifetime', 125],
] as const)(
  'with a coupon for one payment %s says what comes next, or what was paid once: %d',
  async ([priceId, amount]) => {
    const shop = await openShop()
    const ann = await shop.signUp()
    await shop.pay(await shop.checkout(ann.token, { priceId, couponId: 'HALF' }))
    expect((await shop.member(ann.token)).planConnections).toMatchObject([{ payment: { amount } }])
  },
)
