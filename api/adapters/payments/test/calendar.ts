import type { OrderedPrice } from '../../../ports/payments'

const MONTHS = { MONTHLY: 1, YEARLY: 12 } as const

/** The end of a period that begins at a time: the same day so many calendar months later, or the last one there is. */
export function endOfPeriod(start: number, interval: NonNullable<OrderedPrice['interval']>): number {
  const from = new Date(start)
  const end = new Date(start)
  end.setUTCDate(1)
  end.setUTCMonth(from.getUTCMonth() + MONTHS[interval.type] * interval.count)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(from.getUTCDate(), lastDay))
  return end.getTime()
}
