import { toMajorUnits } from './to-plan'

/** `$10.00`, `−$5.00`: with the decimals of the currency. */
export function money(amountMinor: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(toMajorUnits({ amountMinor, currency })).replace('-', '−')
}
