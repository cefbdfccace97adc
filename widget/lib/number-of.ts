import { latinDigits } from './latin-digits'

/**
 * The number that a text means, null for none. Some phones offer only their language's own comma and digits; a comma
 * before exactly three digits may part thousands, and is not guessed at.
 */
export function numberOf(text: string): number | null {
  const number = Number(latinDigits(text).replace(/^([+-]?\d*),(?!\d{3}$)(\d+)$/, '$1.$2'))
  return text && Number.isFinite(number) ? number : null
}
