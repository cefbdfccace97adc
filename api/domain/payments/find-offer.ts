import { ApiError } from '../../lib/errors'
import type { AppDefinition, CouponDefinition } from '../app-definition'
import { findPrice, type PricedPlan } from '../plans/find-price'
import type { OrderedPrice } from '../../ports/payments'

export type Offer = PricedPlan

/**
 * A price that can be bought now, with its plan.
 * @throws ApiError `price-no-longer-available`, `plan-restricted-to-admin`
 */
export function findOffer(app: AppDefinition, priceId: string): Offer {
  const offer = findPrice(app, priceId)
  if (!offer?.plan.active || !offer.price.active) throw new ApiError('price-no-longer-available')
  if (offer.plan.restrictedToAdmin) throw new ApiError('plan-restricted-to-admin')
  return offer
}

/**
 * A coupon that holds for a price; null when none was named.
 * @throws ApiError `coupon-not-found`
 */
export function findCoupon(
  app: AppDefinition,
  couponId: string | null | undefined,
  priceId: string,
): CouponDefinition | null {
  if (couponId === null || couponId === undefined) return null
  const coupon = app.coupons.find(({ id }) => id === couponId)
  const holds = coupon?.active && (coupon.prices.length === 0 || coupon.prices.includes(priceId))
  if (!holds) throw new ApiError('coupon-not-found')
  return coupon
}

/** An offer as a provider is told of it. */
export function toOrderedPrice(app: AppDefinition, { plan, price }: Offer): OrderedPrice {
  const { id, name, amountMinor, currency, interval, trialDays } = price
  const repeats = interval === undefined ? { trialDays: 0 } : { interval, trialDays }
  return { id, name, amountMinor, currency, ...repeats, appId: app.id, planId: plan.id, planName: plan.name }
}
