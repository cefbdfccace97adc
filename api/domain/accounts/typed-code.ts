import { CODE_LENGTH_DIGITS } from '../../../contract/limits'
import type { RateLimiter } from '../../ports/rate-limiter'
import { tryTake } from './try-take'

const DIGITS = new RegExp(`^\\d{${CODE_LENGTH_DIGITS}}$`, 'u')

/** The digits of a code as a person typed it, null for what is none. People copy codes with spaces or a dash in them. */
export function digitsIn(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/gu, '')
  return DIGITS.test(digits) ? digits : null
}

/**
 * Counts one try of an account; false when it has none left. The tries of a mail are few, but somebody who asks for mail
 * after mail would have them again and again.
 */
export async function takeCodeTry(rateLimiter: RateLimiter, account: string): Promise<boolean> {
  const soon = await tryTake(rateLimiter, 'codeTriesPerAccount', account)
  return soon && (await tryTake(rateLimiter, 'codeTriesPerAccountADay', account))
}
