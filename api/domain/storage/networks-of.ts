/** A network that additions are counted for, and how many times the limit of one address it has. */
export interface CountedNetwork {
  network: string
  factor: number
}

/**
 * The networks that a caller's address counts for: IPv6 also by its /56 and its /48, because one owner often has a whole one.
 * @param address as the HTTP layer counts it: an IPv4 address, or an IPv6 network such as `2001:db8:1:2f::/64`
 */
export function networksOf(address: string): CountedNetwork[] {
  const own = { network: address, factor: 1 }
  const groups = address.endsWith('::/64') ? address.slice(0, -'::/64'.length).split(':') : []
  const [first, second, third, fourth] = groups
  if (first === undefined || second === undefined || third === undefined || fourth === undefined) return [own]
  const site = (Number.parseInt(fourth, 16) & 0xff00).toString(16)
  return [
    own,
    { network: `${first}:${second}:${third}:${site}::/56`, factor: 4 },
    { network: `${first}:${second}:${third}::/48`, factor: 8 },
  ]
}
