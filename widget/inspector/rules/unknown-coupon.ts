import { attributes } from '../../attributes'
import { didYouMean, isMissing, nearestFix } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'unknown-coupon',
  severity: 'error',
  attribute: attributes.coupon,
  title: 'Unknown coupon',
  own: true,
  usesApp: true,
  privateIds: 'couponIds',
  *check(page) {
    for (const element of page.carrying(attributes.coupon)) {
      const id = page.attribute(element, attributes.coupon)?.trim() ?? ''
      const known = page.app.privateIds?.couponIds ?? []
      const message = `This app has no active coupon "${id}".${didYouMean(id, known)}`
      // An empty value has its own rule.
      const fix = nearestFix(attributes.coupon, id, id, known)
      yield id !== '' && isMissing(page, 'couponIds', id) ? { element, message, fix } : undefined
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'The app has no active coupon with this ID. Purchases with this button fail. A browser finds this only after a purchase was refused, because the list of coupons is not public.',
  helpItems: [
    {
      title: 'Which coupons can I use?',
      description: 'Those in the app’s definition, under coupons. IDs are case-sensitive: HALF is not half.',
    },
    {
      title: 'The coupon has ended',
      description: 'Remove data-ms-coupon. The button then sells at the full price.',
    },
  ],
}
