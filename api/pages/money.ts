import type { PriceDefinition } from '../domain/app-definition'

export { money } from '../features/plans/serializers'

const UNITS = { MONTHLY: 'month', YEARLY: 'year' } as const

/** `a month`, `every 3 months`; of a price that is paid once `once`. */
export function rhythm(interval: PriceDefinition['interval']): string {
  if (interval === undefined) return 'once'
  const unit = UNITS[interval.type]
  return interval.count === 1 ? `a ${unit}` : `every ${interval.count} ${unit}s`
}
