import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { ApiError } from '../../../lib/errors'
import type { CheckoutOrder, OrderedPrice, PortalOrder } from '../provider'
import { isMissing, isTaken, toStripeAmount } from './client'

export interface StripePrice {
  id: string
  productId: string
}

const INTERVALS = { MONTHLY: 'month', YEARLY: 'year' } as const

/**
 * The price at Stripe, created with its product on first use: owners configure nothing there.
 * @throws ApiError `price-no-longer-available` if the owner archived it at Stripe
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

/** One product per plan; owners may rename it at Stripe. */
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

/** Prices at Stripe are immutable: a changed price becomes a new one, and running subscriptions keep the old one. */
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
 * ID of the coupon at Stripe, created on first use. A changed coupon becomes a new one there.
 * @throws ApiError `coupon-not-found` if the owner ended it at Stripe
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

/** Stripe's limit for a coupon's name. */
const NAME_MAX_CHARS = 40

async function findCoupon(stripe: Stripe, id: string): Promise<Stripe.Coupon | null> {
  try {
    return await stripe.coupons.retrieve(id)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

type Params = Stripe.BillingPortal.ConfigurationCreateParams

/** Stripe's limit of products that a portal offers. */
const PRODUCTS_MAX = 10
const CONFIGURATIONS_READ = 100

/**
 * Opens the portal with its own configuration: owners configure nothing at Stripe, and customers can switch only to
 * offered prices.
 * @throws ApiError `no-purchase-found` if Stripe does not know the customer
 */
export async function createPortal(stripe: Stripe, order: PortalOrder): Promise<{ url: string }> {
  const { customerId: customer, returnUrl } = order
  try {
    const configuration = await ensureConfiguration(stripe, await configurationFor(stripe, order))
    const { url } = await stripe.billingPortal.sessions.create({ customer, configuration, return_url: returnUrl })
    return { url }
  } catch (error) {
    if (isMissing(error)) throw new ApiError('no-purchase-found', { cause: error })
    throw error
  }
}

async function configurationFor(stripe: Stripe, { appName, prices }: PortalOrder): Promise<Params> {
  const offers: StripePrice[] = []
  for (const price of distinctIntervals(prices)) offers.push(await ensurePrice(stripe, price))
  const products = [...new Set(offers.map(({ productId }) => productId))].slice(0, PRODUCTS_MAX).map((product) => ({
    product,
    prices: offers.filter(({ productId }) => productId === product).map(({ id }) => id),
  }))
  return {
    name: appName,
    features: {
      customer_update: { enabled: true, allowed_updates: ['name', 'address', 'phone', 'tax_id'] },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true },
      subscription_cancel: { enabled: true, mode: 'at_period_end' },
      subscription_update:
        products.length === 0
          ? { enabled: false }
          : { enabled: true, default_allowed_updates: ['price'], proration_behavior: 'always_invoice', products },
    },
  }
}

/** Stripe's portal accepts only recurring prices, one per product, interval and currency. */
function distinctIntervals(prices: readonly OrderedPrice[]): OrderedPrice[] {
  const byInterval = new Map<string, OrderedPrice>()
  for (const price of prices) {
    const { planId, currency, interval } = price
    const key = [planId, currency.toLowerCase(), interval?.type, interval?.count].join(':')
    if (interval && !byInterval.has(key)) byInterval.set(key, price)
  }
  return [...byInterval.values()]
}

/** Created once per content, and found by its digest. */
async function ensureConfiguration(stripe: Stripe, params: Params): Promise<string> {
  const key = createHash('sha256').update(JSON.stringify(params)).digest('hex')
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: CONFIGURATIONS_READ })
  const known = data.find(({ metadata }) => metadata?.['membership'] === key)
  if (known) return known.id
  const { id } = await stripe.billingPortal.configurations.create(
    { ...params, metadata: { membership: key } },
    { idempotencyKey: `portal:${key}` },
  )
  return id
}
