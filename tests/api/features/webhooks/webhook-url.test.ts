import { describe, expect, test } from 'vitest'
import { isAllowedIpAddress, readWebhookUrl, webhookHost } from '../../../../api/features/webhooks/url'

const refusal = expect.objectContaining({ code: 'invalid-webhook-url' })

const refused = [
  ['is no address', 'example.com/hooks'],
  ['is not https', 'http://example.com/hooks'],
  ['speaks another protocol', 'ftp://example.com/hooks'],
  ['holds a name and a password', 'https://owner:secret@example.com/hooks'],
  ['has a fragment', 'https://example.com/hooks#part'],
  ['is a network of one’s own', 'https://10.0.0.1/hooks'],
  ['is another one', 'https://192.168.1.1/hooks'],
  ['is where clouds keep their secrets', 'https://169.254.169.254/latest'],
  ['configures machines in Azure', 'https://168.63.129.16/metadata'],
  ['is an address that providers share', 'https://100.64.0.1/'],
  ['is a group', 'https://224.0.0.1/'],
  ['is no address at all', 'https://0.0.0.0/'],
  ['is a local one of IPv6', 'https://[fe80::1]/'],
  ['is a private one of IPv6', 'https://[fd00::1]/'],
  ['is IPv4 within IPv6', 'https://[::ffff:10.0.0.1]/'],
  ['is IPv4 behind a translator', 'https://[64:ff9b::a00:1]/'],
  ['is IPv4 within IPv6 as it once was', 'https://[::127.0.0.1]/'],
  ['is IPv6 that nobody was given', 'https://[4000::1]/'],
  ['is IPv4 in a tunnel', 'https://[2002:a00:1::]/'],
] as const

test.each(refused)('refuses a URL that %s, also in development', (_why, url) => {
  for (const loopback of [false, true]) expect(() => readWebhookUrl(url, { loopback })).toThrow(refusal)
})

describe('this machine', () => {
  const own = [
    'https://127.0.0.1/hooks',
    'https://localhost/hooks',
    'https://api.localhost/hooks',
    'https://2130706433/hooks',
    'https://0x7f.1/hooks',
    'https://017700000001/hooks',
    'https://[::1]/hooks',
    'https://[::ffff:127.0.0.1]/hooks',
    'https://[::ffff:7f00:1]/hooks',
  ]

  test.each(own)('is not %s outside development', (url) => {
    expect(() => readWebhookUrl(url, { loopback: false })).toThrow(refusal)
  })

  test.each(own)('can be %s in development', (url) => {
    expect(readWebhookUrl(url, { loopback: true })).toMatch(/^https:/u)
  })

  test('can have a URL without https in development', () => {
    expect(readWebhookUrl('http://localhost:3000/hooks', { loopback: true })).toBe('http://localhost:3000/hooks')
    expect(() => readWebhookUrl('http://localhost:3000/hooks', { loopback: false })).toThrow(refusal)
  })
})

test('accepts a public host, by name or number, with a query', () => {
  for (const url of ['https://example.com/hooks?key=1', 'https://1.1.1.1/', 'https://[2606:4700::1111]:8443/hooks'])
    expect(readWebhookUrl(url, { loopback: false })).toBe(url)
})

test('refuses to connect to something other than an IP address', () => {
  expect(isAllowedIpAddress('example.com', { loopback: true })).toBe(false)
  expect(isAllowedIpAddress('fe80::1%eth0', { loopback: true })).toBe(false)
})

test('the log has only the host', () => {
  expect(webhookHost('https://hooks.example.com:8443/T0/secret?key=secret')).toBe('hooks.example.com:8443')
})
