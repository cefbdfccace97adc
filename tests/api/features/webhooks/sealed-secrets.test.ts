import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCredentialCipher, isSealed } from '../../../../api/lib/credential-cipher'
import { rollSecret, sealStoredSecrets } from '../../../../api/features/webhooks/endpoints'
import { openAdmin } from '../../http/admin/open-admin'
import { openSending } from './open-sending'
import type { ReceivedWebhook } from '../../../support/webhook-receiver'

/** As Standard Webhooks define it. */
const signatureOf = ({ headers, text }: ReceivedWebhook, secret: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`)
    .digest('base64')}`

test('signing secrets are stored encrypted, also after a roll', async () => {
  const admin = await openAdmin()
  const { id: endpointId, secret } = await admin.admin('addWebhookEndpoint', { url: 'https://hooks.example.com/' })
  const { secret: rolled } = await admin.admin('rollWebhookSecret', { endpointId })
  const stored = JSON.stringify(admin.dumpDatabase()['webhook_endpoints'])
  for (const text of [secret, rolled]) expect(stored).not.toContain(text.slice('whsec_'.length))
  expect(rolled).not.toBe(secret)
})

test('secrets that an older version stored are encrypted, and go on signing', async () => {
  const sending = await openSending()
  const { secret } = sending.endpoint
  const cipher = sending.services.webhookCipher
  expect((await sending.current())?.secret).toBe(secret)
  expect(await sealStoredSecrets(sending.store, cipher)).toEqual({ changed: 1, unreadable: [] })
  expect(await sealStoredSecrets(sending.store, cipher)).toEqual({ changed: 0, unreadable: [] })
  const stored = (await sending.current())?.secret ?? ''
  expect(isSealed(stored)).toBe(true)
  expect(stored).not.toContain(secret)
  await sending.put()
  await sending.worker().drain()
  expect(sending.receiver.received.map(({ headers }) => headers['webhook-signature'])).toEqual(
    sending.receiver.received.map((webhook) => signatureOf(webhook, secret)),
  )
  expect(sending.receiver.received).toHaveLength(1)
})

test('a secret that no known key opens fails the delivery with the reason, and another key changes nothing', async () => {
  const sending = await openSending()
  await sealStoredSecrets(sending.store, sending.services.webhookCipher)
  const other = createCredentialCipher([randomBytes(32)])
  const { appId, mode, id } = sending.endpoint
  expect(await sealStoredSecrets(sending.store, other)).toMatchObject({ changed: 0, unreadable: [{ appId, mode, id }] })
  await sending.put()
  await sending.worker({ cipher: other }).drain()
  expect(sending.receiver.received).toEqual([])
  expect(await sending.deliveries()).toMatchObject([
    { status: 'WAITING', lastError: expect.stringContaining('KEY_ENCRYPTION_KEY') },
  ])
})

test('a previous secret that no key opens is dropped, and the new one signs', async () => {
  const sending = await openSending()
  const { id } = sending.endpoint
  await sealStoredSecrets(sending.store, createCredentialCipher([randomBytes(32)]))
  const { secret } = await rollSecret(sending.services, { appId: 'app_demo', mode: 'test', actor: 'owner page' }, id)
  expect(await sealStoredSecrets(sending.store, sending.services.webhookCipher)).toEqual({ changed: 1, unreadable: [] })
  expect((await sending.current())?.previousSecret).toBeNull()
  await sending.put()
  await sending.worker().drain()
  const [webhook] = sending.receiver.received
  expect(webhook?.headers['webhook-signature']).toBe(signatureOf(webhook!, secret))
})

test('without a key, secrets stay as they are', async () => {
  const sending = await openSending()
  expect(await sealStoredSecrets(sending.store, createCredentialCipher([]))).toEqual({ changed: 0, unreadable: [] })
  expect((await sending.current())?.secret).toBe(sending.endpoint.secret)
})
