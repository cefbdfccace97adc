import { BlockList, isIP } from 'node:net'
import type { ConsoleSettings } from '../../http/services'
import { ConfigError, ON_OFF } from '../../lib/settings'
import type { Read, SettingGroup } from '../../lib/settings'

export const consoleSettings = {
  title: 'Console',
  about: 'The web application for owners and their teams, at `/console` of the API ([console](console.md)).',
  settings: [
    {
      name: 'CONSOLE',
      meaning: 'Switches the console off: its URLs answer 404, and the admin API takes secret keys only.',
      shape: { is: 'choice', of: ON_OFF },
      default: { value: 'on' },
      isSecret: false,
      example: 'off',
    },
    {
      name: 'CONSOLE_ALLOW',
      meaning:
        'IP addresses and ranges that may open the console, separated by commas. Behind a proxy, TRUST_PROXY must be set. IPv6 callers count by /64, so IPv6 ranges are at most that long.',
      shape: { is: 'text', like: 'addresses such as 203.0.113.7, 10.0.0.0/8' },
      default: { none: 'any address' },
      isSecret: false,
      example: '203.0.113.0/24, 2001:db8:1::/48',
    },
  ],
} as const satisfies SettingGroup

/** IPv6 callers are known by their /64 only. */
const IPV6_PREFIX_MAX = 64

/** @throws {ConfigError} names the range that cannot be read */
export function readConsoleAllow(read: Read): ConsoleSettings['allows'] {
  const text = read('CONSOLE_ALLOW')
  if (text === undefined) return null
  const list = new BlockList()
  for (const range of text.split(',').map((one) => one.trim())) addRange(list, range)
  return (ipAddress) => {
    const plain = ipAddress.replace(/\/64$/u, '')
    const family = isIP(plain)
    return family !== 0 && list.check(plain, family === 4 ? 'ipv4' : 'ipv6')
  }
}

function addRange(list: BlockList, range: string): void {
  const [ipAddress = '', sent, more] = range.split('/')
  const family = isIP(ipAddress)
  const longest = family === 4 ? 32 : IPV6_PREFIX_MAX
  const prefix = sent === undefined ? longest : Number(sent)
  const isPrefix = Number.isInteger(prefix) && prefix >= 0 && prefix <= longest && sent?.trim() !== ''
  if (family === 0 || !isPrefix || more !== undefined)
    throw new ConfigError(
      `CONSOLE_ALLOW contains ${JSON.stringify(range)}. Write addresses such as 203.0.113.7 or ranges such as 10.0.0.0/8 or 2001:db8::/48.`,
    )
  list.addSubnet(ipAddress, prefix, family === 4 ? 'ipv4' : 'ipv6')
}
