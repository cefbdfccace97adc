import { ipv6Networks } from '../../contract/rate-limits'

/** A network that a caller counts for. */
export interface CallerNetwork {
  key: string
  /** How many times the limit of one address it has. */
  times: number
}

/** Callers by IPv6 are named by their /64, as `callerAddress` writes it: four groups and `::/64`. */
const IPV6_NETWORK = /(^| )([\da-f]+:[\da-f]+:[\da-f]+):([\da-f]+)::\/64(?= |$)/u

const [narrowest, middle, widest] = ipv6Networks

/**
 * The networks that a caller counts for, the narrowest first: one owner of IPv6 often has a whole /56 or /48.
 * @param key the caller's address as `callerAddress` gives it, alone or between other words
 * @returns the key itself, and for IPv6 the same key with each wider network of `ipv6Networks`
 */
export function networksOf(key: string): CallerNetwork[] {
  const own = { key, times: narrowest.times }
  // Every call asks this; most callers have no IPv6.
  const found = key.includes('::/64') ? IPV6_NETWORK.exec(key) : null
  if (found === null) return [own]
  const [whole, space = '', site = '', subnet = ''] = found
  const [before, after] = [key.slice(0, found.index) + space, key.slice(found.index + whole.length)]
  const upperByte = (Number.parseInt(subnet, 16) & 0xff00).toString(16)
  return [
    own,
    { key: `${before}${site}:${upperByte}::/${middle.bits}${after}`, times: middle.times },
    { key: `${before}${site}::/${widest.bits}${after}`, times: widest.times },
  ]
}
