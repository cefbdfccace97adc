import { attempt } from './attempt'

/**
 * An address of the web, made whole; null for any other, such as `javascript:`.
 * @param protocols that count, each with its colon
 */
export function webAddress(
  address: string,
  base: string,
  protocols: readonly string[] = ['http:', 'https:'],
): string | null {
  const url = attempt(() => new URL(address, base))
  return url && protocols.includes(url.protocol) ? url.href : null
}
