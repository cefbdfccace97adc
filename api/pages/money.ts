import { toMajorUnits } from '../domain/answers/to-plan'
import type { PriceDefinition } from '../domain/app-definition'

/** `$10.00`, `−$5.00`: with the decimals of the currency. */
export function money(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(toMajorUnits({ amountMinor, currency })).replace('-', '−')
}

const UNITS = { MONTHLY: 'month', YEARLY: 'year' } as const

/** `a month`, `every 3 months`; of a price that is paid once `once`. */
export function rhythm(interval: PriceDefinition['interval']): string {
  if (interval === undefined) return 'once'
  const unit = UNITS[interval.type]
  return interval.count === 1 ? `a ${unit}` : `every ${interval.count} ${unit}s`
}
