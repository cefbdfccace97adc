/** Units of a relative time, from the largest. */
const UNITS = [
  ['year', 365 * 24 * 3_600_000],
  ['month', 30 * 24 * 3_600_000],
  ['week', 7 * 24 * 3_600_000],
  ['day', 24 * 3_600_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `2 hours ago`, `in 3 days`, `now`. @param time epoch milliseconds */
export function relativeTime(time: number, now: number, locale: string): string {
  const distance = time - now
  const [unit, length] = UNITS.find(([, size]) => Math.abs(distance) >= size) ?? ['second', 0]
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return length === 0 ? format.format(0, unit) : format.format(Math.trunc(distance / length), unit)
}

/** `Nov 23, 2026, 7:00 PM` in the person's time zone. */
export const longTime = (time: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time)

/** Where the person is, such as `Europe/Berlin`; UTC if the browser does not know. */
export function browserZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone
}

/** A time zone of the server, or UTC if this browser does not know it. */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone && timeZone
  } catch {
    return 'UTC'
  }
}

/** `Nov 23`. @param day `2026-11-23` */
export const shortDay = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )

export const wholeNumber = (value: number, locale: string): string => new Intl.NumberFormat(locale).format(value)

/** `0.123` → `12.3%`. */
export const percent = (share: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }).format(share)

/** `12`, `usd` → `$12.00`. @param amount in whole units, as the API has payments of plans */
export const wholeMoney = (amount: number, currency: string, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() }).format(amount)

/**
 * `1200`, `usd` → `$12.00`. Yen has no minor unit, dinars have three digits.
 * @param amount in minor units
 */
export function money(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: currency.toUpperCase() })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amount / 10 ** digits)
}

/**
 * A typed amount in minor units: `12`, `12.5`, `12,50`. Null for anything else.
 * @param currency decides the number of decimals
 */
export function parseMoney(typed: string, currency: string): number | null {
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() }).resolvedOptions()
      .maximumFractionDigits ?? 2
  const [, whole, fraction = ''] = /^\s*(\d{1,9})(?:[.,](\d+))?\s*$/u.exec(typed) ?? []
  if (whole === undefined || fraction.length > digits) return null
  return Number(whole) * 10 ** digits + Number(fraction.padEnd(digits, '0') || 0)
}

/** Class names without the empty ones. */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

/** For markup that a person copies. The console itself never parses HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
