import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isAllowedAddress } from '../../domain/webhooks/public-address'
import { createConcurrencyLimiter } from '../../lib/concurrency'

export interface FoundAddress {
  address: string
  family: number
}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<FoundAddress[]>

/** The system's resolver has few threads, and others need them: names that answer slowly share two. */
const names = createConcurrencyLimiter({ concurrency: 2, queueLength: 1_000, retryAfterSeconds: 5 })

export const systemResolve: Resolve = (hostname) => names.run(() => lookup(hostname, { all: true }))

/** An address that webhooks may not go to. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError'
}

/**
 * The look-up of a connection. It is asked once, and the socket goes to what it answers: a name cannot show one address when it
 * is checked and another one when it is used. One forbidden address among several is enough to refuse the name.
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
