import { expect, test } from 'vitest'
import { shareOf } from '../../../../api/features/tag-purchases/fulfilment'
import { trustTagPackages } from '../../../../contract/trusttag-packages'

test('all credits of an order cost its whole amount, however they are refunded', () => {
  for (let amountMinor = 1; amountMinor < 400; amountMinor += 7)
    for (let numberOfTags = 1; numberOfTags <= 11; numberOfTags += 1) {
      const order = { amountMinor, numberOfTags }
      let sum = 0
      for (let n = 1; n <= numberOfTags; n += 1) {
        const part = shareOf(order, n) - shareOf(order, n - 1)
        expect(Math.abs(part - amountMinor / numberOfTags)).toBeLessThan(1)
        sum += part
      }
      expect(sum).toBe(amountMinor)
    }
})

test('every package can be shared without a remainder', () => {
  for (const { priceCents, tags } of trustTagPackages)
    if (typeof tags === 'number' && typeof priceCents === 'number') expect(priceCents % tags).toBe(0)
})
