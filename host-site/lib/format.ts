import type { TrustTagPackage } from '../../contract/trusttag-packages'

const KILO = 1_000

/** `640 kB`, `3.2 MB`: decimal units, as file managers use. */
export function formatBytes(bytes: number): string {
  if (bytes < KILO) return `${bytes} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / KILO)} kB`
  return `${Number((bytes / (KILO * KILO)).toFixed(1))} MB`
}

/**
 * A day such as "4 October 2025", in one locale, so that the prerendered page and the browser agree.
 * @param iso day or time, ISO 8601; read in UTC
 */
export const formatDay = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(iso),
  )

const format = (iso: string, zone: Pick<Intl.DateTimeFormatOptions, 'timeZone'>): string =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...zone,
  })
    .format(new Date(iso))
    .replace(' at ', ', ')

/**
 * A time such as "21 November 2026, 19:05 UTC". It is printed too, so it names its time zone.
 * @param iso time, ISO 8601
 */
export const formatMoment = (iso: string): string => `${format(iso, { timeZone: 'UTC' })} UTC`

/** In the reader's time zone, for times they wait for. @param iso time, ISO 8601 */
export const formatLocalMoment = (iso: string): string => `${format(iso, {})} your time`

/** First letters of the first and last word of a name, or the first letter of an email address, as capitals. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  // Not by index: a letter may be two code units.
  return ends
    .map((word = '') => Array.from(word)[0] ?? '')
    .join('')
    .toLocaleUpperCase('en-US')
}

/** Empty if there is no such field. */
export function formText(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

/** `$7`, or `$7.50`: cents only where there are some. @param amount in whole units @param currency ISO 4217 */
export const moneyText = (amount: number, currency = 'USD'): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount)

export const priceText = ({ priceCents }: Pick<TrustTagPackage, 'priceCents'>): string =>
  priceCents === 'Custom' ? priceCents : moneyText(priceCents / 100)
