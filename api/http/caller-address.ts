import type { Context } from 'hono'
import type { IncomingHttpHeaders } from 'node:http'
import { isIP, isIPv4 } from 'node:net'
import type { AppEnv } from './app-env'
import { headersOf, requestHeader } from './request-header'

/**
 * The address that limits are counted for. IPv6 callers count by their /64, because one household or server gets that many; limits
 * count it in its /56 and /48, too (`ipv6Networks`).
 * @param hops how many proxies are believed (TRUST_PROXY); with 0 the header X-Forwarded-For means nothing
 */
export const callerAddress = (context: Context<AppEnv>, hops: number): string =>
  addressBehind(hops, headersOf(context), context.env?.incoming?.socket)

/** The same of a request that Node has read. */
export function addressBehind(
  hops: number,
  headers: IncomingHttpHeaders,
  socket: { remoteAddress?: string | undefined } | undefined,
): string {
  const forwarded = hops > 0 ? forwardedFor(requestHeader(headers, 'x-forwarded-for'), hops) : null
  return countingAddress(forwarded ?? socket?.remoteAddress ?? '')
}

/** The entry that the outermost trusted proxy wrote; null when the list is shorter than the chain or it is no address. */
function forwardedFor(header: string | undefined, hops: number): string | null {
  const entry = header?.split(',').at(-hops)?.trim() ?? ''
  const address = entry.replace(/^\[([^\]]+)\](:\d+)?$/u, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/u, '$1')
  return isIP(address) ? address : null
}

/** IPv4 as it is, IPv6 as its /64, IPv4 inside IPv6 as IPv4; `unknown` for anything else. */
export function countingAddress(address: string): string {
  if (isIPv4(address)) return address
  const plain = address.replace(/%.*$/u, '')
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(plain)?.[1]
  if (mapped && isIP(mapped)) return mapped
  if (isIP(plain) === 4) return plain
  return isIP(plain) === 6 ? `${firstGroups(plain).join(':')}::/64` : 'unknown'
}

/** The first four of the eight groups, without leading zeros. */
function firstGroups(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4)
}
