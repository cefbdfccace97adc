import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import type { AppEnv } from '../../../api/http/request'
import { callerIpAddress, countedIpAddress } from '../../../api/http/request'

async function addressOf(hops: number, socket: string | undefined, forwarded?: string): Promise<string> {
  const app = new Hono<AppEnv>().get('/', (context) => context.text(callerIpAddress(context, hops)))
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: socket } } })
  return response.text()
}

describe('without a trusted proxy', () => {
  it('the socket’s address is used, not the header', async () => {
    expect(await addressOf(0, '192.0.2.7', '203.0.113.9')).toBe('192.0.2.7')
  })
  it('an IPv4 address inside IPv6 is the IPv4 address', async () => {
    expect(await addressOf(0, '::ffff:192.0.2.7')).toBe('192.0.2.7')
  })
  it('a closed socket is an unknown caller', async () => {
    expect(await addressOf(0, undefined)).toBe('unknown')
  })
})

describe('behind proxies', () => {
  it.each([
    [1, '203.0.113.9', '203.0.113.9'],
    [1, '10.0.0.1, 203.0.113.9', '203.0.113.9'],
    [2, '10.0.0.1, 203.0.113.9, 198.51.100.4', '203.0.113.9'],
    [1, '203.0.113.9:5123', '203.0.113.9'],
    [1, '[2001:db8:1:2:3::4]:443', '2001:db8:1:2::/64'],
    [1, '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ])('with %i of them, %j means %s', async (hops, header, address) => {
    expect(await addressOf(hops, '192.0.2.7', header)).toBe(address)
  })
  it.each([
    [1, undefined],
    [1, 'nonsense'],
    [1, ''],
    [2, '203.0.113.9'],
    [3, '203.0.113.9, 198.51.100.4'],
  ])('with %i of them, the header %j is not believed', async (hops, header) => {
    expect(await addressOf(hops, '192.0.2.7', header)).toBe('192.0.2.7')
  })
})

describe('an IPv6 caller counts by /64', () => {
  it.each([
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ])('%s is %s', (address, counted) => {
    expect(countedIpAddress(address)).toBe(counted)
  })
})
