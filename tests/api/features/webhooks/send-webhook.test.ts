import { describe, expect, test } from 'vitest'
import type { Resolve } from '../../../../api/features/webhooks/url'
import { createWebhookSender } from '../../../../api/features/webhooks/delivery'
import { startWebhookReceiver } from '../../../support/webhook-receiver'
import { startTlsReceiver } from './tls-receiver'

const body = JSON.stringify({ event: 'member.updated', timestamp: 1, payload: {} })
const headers = { 'content-type': 'application/json' }
const soon = () => AbortSignal.timeout(100_000)

describe('outside development', () => {
  test.each([
    ['this machine by number', 'https://127.0.0.1'],
    ['this machine by name', 'https://localhost'],
    ['this machine in decimal', 'https://2130706433'],
    ['this machine by IPv6', 'https://[::1]'],
    ['this machine as IPv4 within IPv6', 'https://[::ffff:127.0.0.1]'],
    ['a private network', 'https://10.1.2.3'],
  ])('refuses to connect to %s, even if it was stored', async (_what, origin) => {
    const receiver = await startTlsReceiver()
    const send = createWebhookSender({ loopback: false, ca: receiver.certificate })
    const attempt = send({ url: `${origin}:${receiver.port}/`, headers, body }, soon())
    await expect(attempt).rejects.toThrow('its URL is not allowed')
    expect(receiver.connections()).toBe(0)
  })

  test.each([
    ['leads to this machine', [{ address: '127.0.0.1', family: 4 }]],
    ['leads to this machine by IPv6', [{ address: '::1', family: 6 }]],
    ['leads to this machine in disguise', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    ['leads to a private network', [{ address: '192.168.0.1', family: 4 }]],
    [
      'leads to a public address and to this machine',
      [
        { address: '1.1.1.1', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
  ])('refuses to connect to a name that %s', async (_what, found) => {
    const receiver = await startTlsReceiver()
    const send = createWebhookSender({
      loopback: false,
      ca: receiver.certificate,
      resolve: () => Promise.resolve(found),
    })
    const attempt = send({ url: `https://hooks.example:${receiver.port}/`, headers, body }, soon())
    await expect(attempt).rejects.toThrow('its IP address is not public')
    expect(receiver.connections()).toBe(0)
  })

  test('refuses plain HTTP', async () => {
    const send = createWebhookSender({ loopback: false })
    await expect(send({ url: 'http://example.com/', headers, body }, soon())).rejects.toThrow('is not allowed')
  })
})

test('resolves a name once, and connects to the checked IP address', async () => {
  const receiver = await startTlsReceiver()
  let asked = 0
  // A name that resolves differently each time.
  const resolve: Resolve = () => {
    asked += 1
    return Promise.resolve([asked === 1 ? { address: '127.0.0.1', family: 4 } : { address: '10.0.0.1', family: 4 }])
  }
  const send = createWebhookSender({ loopback: true, ca: receiver.certificate, resolve })
  const request = { url: `https://hooks.example:${receiver.port}/`, headers, body }
  expect(await send(request, soon())).toEqual({ statusCode: 200, retryAfter: null })
  expect(asked).toBe(1)
  await expect(send(request, soon())).rejects.toThrow('its IP address is not public')
  expect(asked).toBe(2)
})

describe('a certificate', () => {
  const resolve: Resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])

  test('of an unknown authority is not trusted', async () => {
    const receiver = await startTlsReceiver()
    const send = createWebhookSender({ loopback: true, resolve })
    const attempt = send({ url: `https://hooks.example:${receiver.port}/`, headers, body }, soon())
    await expect(attempt).rejects.toThrow('its certificate is not trusted')
    expect(receiver.received()).toBe(0)
  })

  test('for another name is not trusted', async () => {
    const receiver = await startTlsReceiver()
    const send = createWebhookSender({ loopback: true, ca: receiver.certificate, resolve })
    const attempt = send({ url: `https://other.example:${receiver.port}/`, headers, body }, soon())
    await expect(attempt).rejects.toThrow('its certificate is for a different host name')
    expect(receiver.received()).toBe(0)
  })
})

test('reports a name that does not resolve, and a server without HTTP', async () => {
  const resolve: Resolve = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  const send = createWebhookSender({ loopback: true, resolve })
  const nowhere = send({ url: 'https://nobody.invalid/', headers, body }, soon())
  await expect(nowhere).rejects.toThrow('its host name does not resolve')
  const receiver = await startWebhookReceiver()
  receiver.reactWith((_webhook, response) => void response.socket?.end('hello\r\n\r\n'))
  await expect(send({ url: receiver.url, headers, body }, soon())).rejects.toThrow('its response is not HTTP')
})

test('does not wait for a response that is cut', async () => {
  const receiver = await startWebhookReceiver()
  receiver.reactWith((_webhook, _response) => undefined)
  const send = createWebhookSender({ loopback: true })
  await expect(send({ url: receiver.url, headers, body }, AbortSignal.timeout(50))).rejects.toThrow('it timed out')
})
