import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { parseUrl } from '../../../contract/parse-url'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import { isLoopback } from '../../lib/text'

/**
 * Checks the URL of a webhook endpoint. `checkedLookup` checks a host name's IP addresses at each connection.
 * @param options.loopback development: allows this machine, also over http
 * @returns the URL, normalized
 * @throws ApiError `invalid-webhook-url`
 */
export function readWebhookUrl(text: string, { loopback }: { loopback: boolean }): string {
  const url = parseUrl(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') throw refused()
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  const isOwn = isLoopback(host)
  if (isOwn && !loopback) throw refused()
  if (isIP(host) !== 0 && !isAllowedIpAddress(host, { loopback })) throw refused()
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) throw refused()
  return url.href
}

const refused = (): ApiError => new ApiError('invalid-webhook-url')

/** The host, for the log and the audit log: the rest of the URL is often as good as a password. */
export const webhookHost = (url: string): string => parseUrl(url)?.host ?? ''

/**
 * Whether webhooks may go to an IP address: only public ones, so no private networks, this machine, multicast, or
 * addresses that embed another one.
 * @param options.loopback whether this machine is allowed
 */
export function isAllowedIpAddress(ipAddress: string, { loopback }: { loopback: boolean }): boolean {
  if (!ipaddr.isValid(ipAddress)) return false
  // Unwraps IPv4-mapped IPv6 addresses.
  const parsed = ipaddr.process(ipAddress)
  const range = parsed.range()
  if (range !== 'unicast') return loopback && range === 'loopback'
  if (parsed.toString() === AZURE_PLATFORM) return false
  // Nothing else is routed, and older forms that embed an IPv4 address look like unicast here.
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL)
}

/** Azure's platform endpoint: a public IP address that returns the virtual machine's configuration. */
const AZURE_PLATFORM = '168.63.129.16'

const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

interface ResolvedIpAddress {
  address: string
  family: number
}

export type Resolve = (hostname: string) => Promise<ResolvedIpAddress[]>

/** The system's resolver has few threads, which others need: slow names share two. */
const names = createConcurrencyLimiter({ concurrency: 2, queueLength: 1_000, retryAfterSeconds: 5 })

export const systemResolve: Resolve = (hostname) => names.run(() => lookup(hostname, { all: true }))

export class ForbiddenIpAddressError extends Error {
  override readonly name = 'ForbiddenIpAddressError'
}

/**
 * A connection's lookup. The socket uses the checked response, so a name cannot resolve to one IP address for the check
 * and another for the connection. One forbidden IP address refuses the name.
 */
export const checkedLookup =
  (resolve: Resolve, allowed: { loopback: boolean }): LookupFunction =>
  (hostname, { all }, answer) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found
        if (!first) return answer(new Error(`${hostname} has no IP address`), '')
        if (!found.every(({ address }) => isAllowedIpAddress(address, allowed)))
          return answer(new ForbiddenIpAddressError('its IP address is not public'), '')
        if (all) answer(null, found)
        else answer(null, first.address, first.family)
        return undefined
      },
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), ''),
    )
  }
