import ipaddr from 'ipaddr.js'

/**
 * Whether webhooks may go to an IP address: one that everybody can reach. Networks of one's own, this machine, groups, and
 * addresses that stand for another one in disguise are none.
 * @param options.loopback whether this machine may be meant, too
 */
export function isAllowedAddress(address: string, { loopback }: { loopback: boolean }): boolean {
  if (!ipaddr.isValid(address)) return false
  // An IPv4 address in the clothes of IPv6 is what it is.
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (range !== 'unicast') return loopback && range === 'loopback'
  if (parsed.toString() === AZURE_PLATFORM) return false
  // Outside these nothing is routed, and an older dress of IPv4 looks like an address there.
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL)
}

/** A public address that only machines in Azure reach: it answers with their configuration. */
const AZURE_PLATFORM = '168.63.129.16'

/** What is given out of IPv6 for the whole world. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')
