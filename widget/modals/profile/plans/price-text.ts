import type { App, PlanConnection } from '../../../../contract/entities'

/** Between payments, as `Intl` calls them. */
const units: Readonly<Record<string, string | undefined>> = { MONTHLY: 'month', YEARLY: 'year' }

/**
 * What a connection costs, as the page's language writes it: `$10.00 / month`, `$25.00 / 3 months`, `$250.00`.
 * @param locale a language tag that the browser can read
 */
export function priceText(payment: NonNullable<PlanConnection['payment']>, { plans }: App, locale: string): string {
  const { amount, currency, priceId } = payment
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)
  const { type, count } = plans.flatMap(({ prices }) => prices).find(({ id }) => id === priceId)?.interval ?? {}
  const unit = units[type ?? '']
  if (!unit || !count) return money
  const period = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  // "a month" goes without its number in the languages that leave it out.
  return `${money} / ${period.replace(/^1\s(?=[a-z])/i, '')}`
}
