import ipaddr from 'ipaddr.js'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { parseUrl } from '../../../contract/parse-url'
import { createConcurrencyLimiter } from '../../lib/concurrency'
import { ApiError } from '../../lib/errors'
import { isLoopback } from '../../lib/text'

/**
 * Checks the URL of a webhook endpoint. The IP addresses behind a host name are checked at each connection, by `checkedLookup`.
 * @param options.loopback whether this machine is allowed, over http too: in development
 * @returns the URL, normalised
 * @throws ApiError `invalid-webhook-url`
 */
export function readWebhookUrl(text: string, { loopback }: { loopback: boolean }): string {
  const url = parseUrl(text)
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') throw refused()
  const host = url.hostname.replace(/^\[|\]$/gu, '')
  const isOwn = isLoopback(host)
  if (isOwn && !loopback) throw refused()
  if (isIP(host) !== 0 && !isAllowedAddress(host, { loopback })) throw refused()
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) throw refused()
  return url.href
}

const refused = (): ApiError => new ApiError('invalid-webhook-url')

/** The host, for the log and the audit log: the rest of the URL is often as good as a password. */
export const webhookHost = (url: string): string => parseUrl(url)?.host ?? ''

/**
 * Whether webhooks may go to an IP address: public ones only. Private networks, this machine, multicast and addresses that
 * embed another one are refused.
 * @param options.loopback whether this machine is allowed
 */
export function isAllowedAddress(address: string, { loopback }: { loopback: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false
  // Unwraps IPv4-mapped IPv6 addresses.
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range !== 'unicast') return loopback && range === 'loopback'
  if (parsed.toString() === AZURE_PLATFORM) return false
  // Nothing else is routed, and older forms that embed an IPv4 address look like unicast here.
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL)
}

/** Azure's platform endpoint: public by range, and it returns the configuration of the virtual machine. */
const AZURE_PLATFORM = '168.63.129.16'

/** The range of global IPv6 unicast addresses. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

interface ResolvedAddress {
  address: string
  family: number
}

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>

/** The system's resolver has few threads, and others need them: slow names share two. */
const names = createConcurrencyLimiter({ concurrency: 2, queueLength: 1_000, retryAfterSeconds: 5 })

export const systemResolve: Resolve = (hostname) => names.run(() => lookup(hostname, { all: true }))

export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError'
}

/**
 * The lookup of a connection. The socket uses the very answer that was checked, so a name cannot show one IP address to the
 * check and another one to the connection. One forbidden address refuses the name.
 */
export const checkedLookup =
  (resolve: Resolve, allowed: { loopback: boolean }): LookupFunction =>
  (hostname, { all }, answer) => {
    resolve(hostname).then(
      (found) => {
        const [first] = found
        if (!first) return answer(new Error(`${hostname} has no address`), '')
        if (!found.every(({ address }) => isAllowedAddress(address, allowed)))
          return answer(new ForbiddenAddressError('its address is not public'), '')
        if (all) answer(null, found)
        else answer(null, first.address, first.family)
        return undefined
      },
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), ''),
    )
  }
