import { createHmac } from 'node:crypto'
import type { WebhookEndpointRow, WebhookMessageRow } from '../../ports/webhook-store'

export interface SignedAttempt {
  message: Pick<WebhookMessageRow, 'id' | 'body'>
  endpoint: Pick<WebhookEndpointRow, 'secret' | 'previousSecret' | 'previousSecretUntil'>
  /** How often it was tried before. */
  attempts: number
  now: number
}

/**
 * The headers by which a receiver knows that a message is ours: by the names of the Standard Webhooks and by those that
 * receivers of the published service read. While a secret is being changed both sign. The published package can read one
 * signature only: so that it gets through, too, its header holds just one when a message is sent again, the older secret's
 * and the newer one's in turn. Receivers of years ago read `ms-signature`, which never holds more than one.
 */
export function signatureHeaders({ message, endpoint, attempts, now }: SignedAttempt): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const { secret, previousSecret, previousSecretUntil } = endpoint
  const counts = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  const secrets = counts ? [secret, previousSecret] : [secret]
  const all = secrets.map((one) => `v1,${sign(one, `${message.id}.${timestamp}.${message.body}`)}`)
  // The first time all of them, then the last, the first, the last …
  const alone = attempts === 0 ? undefined : all[attempts % all.length]
  return {
    'svix-id': message.id,
    'svix-timestamp': timestamp,
    'svix-signature': alone ?? all.join(' '),
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': all.join(' '),
    'ms-signature': `t=${now} s=${signLegacy(secrets[attempts % secrets.length] ?? secret, `${now}.${message.body}`)}`,
  }
}

const sign = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64'))
    .update(text)
    .digest('base64')

/** With the whole secret, as it is written. */
const signLegacy = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')
