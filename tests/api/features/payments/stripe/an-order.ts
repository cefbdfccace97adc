import type { CheckoutOrder, OrderedPrice } from '../../../../../api/features/payments/provider'

export const NOW = Date.parse('2026-11-21T09:00:00Z')

export const aPrice = (changes: Partial<OrderedPrice> = {}): OrderedPrice => ({
  appId: 'app_demo',
  planId: 'pln_pro',
  planName: 'Pro',
  id: 'prc_pro-monthly',
  name: 'Monthly',
  amountMinor: 1000,
  currency: 'usd',
  interval: { type: 'MONTHLY', count: 1 },
  trialDays: 0,
  ...changes,
})

/** A one-time price. */
export const aLifetime = (): OrderedPrice => {
  const { interval: _, ...price } = aPrice({ id: 'prc_pro-lifetime', name: 'Lifetime', amountMinor: 25_000 })
  return price
}

export const anOrder = (changes: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  purchaseId: 'pur_1',
  appName: 'Demo',
  customerId: '',
  price: aPrice(),
  coupon: null,
  metadata: {},
  successUrl: 'https://shop.example/thanks',
  cancelUrl: 'https://shop.example/pricing',
  expiresAt: NOW + 32 * 60_000,
  ...changes,
})
