import memberstackAdmin from '@memberstack/admin'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signatureHeaders } from '../../../../api/features/webhooks/delivery'
import { aWebhookEndpoint } from '../../../support/a-webhook-endpoint'

const NEW = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
const OLD = `whsec_${Buffer.alloc(24, 2).toString('base64')}`
const NOW = Date.UTC(2026, 10, 21, 9, 0, 0, 700)
const payload = { event: 'member.updated', timestamp: NOW, payload: { id: 'mem_1', name: 'Zoë “z” \u2028 \ud800' } }
const message = { id: 'msg_1', body: JSON.stringify(payload) }

const headersOf = (attempts: number, rolled: boolean, now = NOW) => {
  const previous = rolled ? { previousSecret: OLD, previousSecretUntil: NOW + 1 } : {}
  return signatureHeaders({ message, endpoint: aWebhookEndpoint({ secret: NEW, ...previous }), attempts, now })
}

const byHand = (secret: string) =>
  createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`msg_1.${Math.floor(NOW / 1000)}.${message.body}`)
    .digest('base64')

const vendor = memberstackAdmin.init('sk_sb_any')

/** As receivers with the published package check it. */
function vendorTakes(headers: Record<string, string>, secret: string): boolean {
  try {
    return vendor.verifyWebhookSignature({
      headers: {
        'SVIX-ID': headers['svix-id'] ?? '',
        'SVIX-TIMESTAMP': headers['svix-timestamp'] ?? '',
        'SVIX-SIGNATURE': headers['svix-signature'] ?? '',
      },
      secret,
      payload: JSON.parse(message.body),
      tolerance: Number.POSITIVE_INFINITY,
    })
  } catch {
    return false
  }
}

test('ID, time and body are signed with the secret, under both header names', () => {
  const expected = { id: 'msg_1', timestamp: String(Math.floor(NOW / 1000)), signature: `v1,${byHand(NEW)}` }
  expect(headersOf(0, false)).toEqual({
    'svix-id': expected.id,
    'svix-timestamp': expected.timestamp,
    'svix-signature': expected.signature,
    'webhook-id': expected.id,
    'webhook-timestamp': expected.timestamp,
    'webhook-signature': expected.signature,
    'ms-signature': `t=${NOW} s=${createHmac('sha256', NEW).update(`${NOW}.${message.body}`).digest('hex')}`,
  })
})

test('early receivers accept it, with each secret in turn while it is rolled', () => {
  const takes = (attempts: number, secret: string) => {
    const { 'ms-signature': signatureHeader = '' } = headersOf(attempts, true)
    try {
      return vendor.verifySignature({ signatureHeader, secret, payload: JSON.parse(message.body), tolerance: 0 })
    } catch {
      return false
    }
  }
  expect([takes(0, NEW), takes(0, OLD), takes(1, NEW), takes(1, OLD)]).toEqual([true, false, false, true])
})

test('the published package accepts it with the right secret only', () => {
  expect(vendorTakes(headersOf(0, false), NEW)).toBe(true)
  expect(vendorTakes(headersOf(3, false), NEW)).toBe(true)
  expect(vendorTakes(headersOf(0, false), OLD)).toBe(false)
})

test('both secrets sign while one is rolled, the new one first', () => {
  expect(headersOf(0, true)['svix-signature']).toBe(`v1,${byHand(NEW)} v1,${byHand(OLD)}`)
  for (const attempts of [0, 1, 2])
    expect(headersOf(attempts, true)['webhook-signature']).toBe(`v1,${byHand(NEW)} v1,${byHand(OLD)}`)
})

test('the published package, which reads one signature, gets the old and the new one in turn', () => {
  expect([1, 2, 3, 4].map((attempts) => vendorTakes(headersOf(attempts, true), OLD))).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([1, 2, 3, 4].map((attempts) => vendorTakes(headersOf(attempts, true), NEW))).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('an expired secret no longer signs', () => {
  const after = headersOf(0, true, NOW + 1)
  expect(after['svix-signature']).toBe(`v1,${byHand(NEW)}`)
  expect(after['webhook-signature']).toBe(after['svix-signature'])
})
