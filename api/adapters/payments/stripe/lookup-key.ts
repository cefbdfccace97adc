import type { OrderedPrice } from '../../../ports/payments'

type Keyed = Pick<OrderedPrice, 'appId' | 'id' | 'amountMinor' | 'currency' | 'interval'>

/**
 * By which a price is found again at Stripe. A price there never changes its amount; one that the owner changes here
 * becomes another one there, and running subscriptions stay with what was agreed.
 */
export function lookupKey({ appId, id, amountMinor, currency, interval }: Keyed): string {
  return [
    appId,
    id,
    amountMinor,
    currency.toLowerCase(),
    interval ? `${interval.count}-${interval.type}` : 'once',
  ].join(':')
}
