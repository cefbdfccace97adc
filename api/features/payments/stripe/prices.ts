import type { Stripe } from 'stripe'
import { ApiError } from '../../../lib/errors'
import type { CheckoutOrder, OrderedPrice } from '../provider'
import { isMissing, isTaken, toStripeAmount } from './client'

export interface StripePrice {
  id: string
  productId: string
}

const INTERVALS = { MONTHLY: 'month', YEARLY: 'year' } as const

/**
 * The price at Stripe, created with its product on first use: owners configure nothing there.
 * @throws ApiError `price-no-longer-available` when the owner archived it at Stripe
 */
export async function ensurePrice(stripe: Stripe, price: OrderedPrice): Promise<StripePrice> {
  const key = lookupKey(price)
  const known = await findPrice(stripe, key)
  if (known !== null) return known
  const product = await ensureProduct(stripe, price)
  try {
    return toStripePrice(
      await stripe.prices.create(priceParams(price, product, key), { idempotencyKey: `price:${key}` }),
    )
  } catch (error) {
    const made = isTaken(error) ? await findPrice(stripe, key) : null
    if (made === null) throw error
    return made
  }
}

async function findPrice(stripe: Stripe, key: string): Promise<StripePrice | null> {
  const { data } = await stripe.prices.list({ lookup_keys: [key], limit: 1 })
  const [price] = data
  return price ? toStripePrice(price) : null
}

function toStripePrice({ id, product, active }: Stripe.Price): StripePrice {
  if (!active) throw new ApiError('price-no-longer-available')
  return { id, productId: typeof product === 'string' ? product : product.id }
}

function priceParams(price: OrderedPrice, product: string, key: string): Stripe.PriceCreateParams {
  const { appId, planId, id, name, amountMinor, interval } = price
  const currency = price.currency.toLowerCase()
  return {
    product,
    currency,
    unit_amount: toStripeAmount(amountMinor, currency),
    lookup_key: key,
    nickname: name,
    metadata: { appId, planId, priceId: id },
    ...(interval && { recurring: { interval: INTERVALS[interval.type], interval_count: interval.count } }),
  }
}

/** One product for each plan; owners may rename it at Stripe. */
async function ensureProduct(stripe: Stripe, { appId, planId, planName }: OrderedPrice): Promise<string> {
  const id = `${appId}_${planId}`
  try {
    await stripe.products.create(
      { id, name: planName, metadata: { appId, planId } },
      { idempotencyKey: `product:${id}:${planName}` },
    )
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  return id
}

type Keyed = Pick<OrderedPrice, 'appId' | 'id' | 'amountMinor' | 'currency' | 'interval'>

/**
 * Identifies a price at Stripe. Prices there are immutable: a changed price becomes a new one, and running subscriptions keep
 * the old one.
 */
function lookupKey({ appId, id, amountMinor, currency, interval }: Keyed): string {
  return [
    appId,
    id,
    amountMinor,
    currency.toLowerCase(),
    interval ? `${interval.count}-${interval.type}` : 'once',
  ].join(':')
}

/**
 * Id of the coupon at Stripe, created on first use. A changed coupon becomes a new one there.
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
