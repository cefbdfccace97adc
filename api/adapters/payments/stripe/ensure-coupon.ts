import type { Stripe } from 'stripe'
import { ApiError } from '../../../lib/errors'
import type { CheckoutOrder } from '../../../ports/payments'
import { isMissing, isTaken } from './stripe-errors'

/**
 * Id of the coupon at Stripe, made when it is first used. One that the owner changes here becomes another one there.
 * @throws ApiError `coupon-not-found` when the owner ended it at Stripe
 */
export async function ensureCoupon(
  stripe: Stripe,
  appId: string,
  { id: name, percentOff, duration }: NonNullable<CheckoutOrder['coupon']>,
): Promise<string> {
  const id = `${appId}_${name}_${String(percentOff).replace('.', '-')}_${duration}`
  const known = await findCoupon(stripe, id)
  if (known?.valid === false) throw new ApiError('coupon-not-found')
  if (known) return id
  try {
    await stripe.coupons.create(
      { id, name: name.slice(0, NAME_MAX_CHARS), percent_off: percentOff, duration, metadata: { appId } },
      { idempotencyKey: `coupon:${id}` },
    )
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  return id
}

/** Stripe's limit of a coupon's name. */
const NAME_MAX_CHARS = 40

async function findCoupon(stripe: Stripe, id: string): Promise<Stripe.Coupon | null> {
  try {
    return await stripe.coupons.retrieve(id)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
