import type { Stripe } from 'stripe'
import { createHash } from 'node:crypto'
import { ApiError } from '../../../lib/errors'
import type { OrderedPrice, PortalOrder } from '../provider'
import { ensurePrice } from './prices'
import type { StripePrice } from './prices'
import { isMissing } from './client'

type Params = Stripe.BillingPortal.ConfigurationCreateParams

/** Stripe's limit of products that a portal offers to change to. */
const PRODUCTS_MAX = 10
const CONFIGURATIONS_READ = 100

/**
 * Opens the portal with its own configuration: owners configure nothing at Stripe, and customers can only switch to offered
 * prices.
 * @throws ApiError `no-purchase-found` when Stripe does not know the customer
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

/** Stripe's portal accepts recurring prices only, and one per product, interval and currency. */
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
