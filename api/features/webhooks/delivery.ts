import { createHmac } from 'node:crypto'
import { WEBHOOK_SILENCE_DAYS } from '../../../contract/limits'
import { reasonOf } from '../../domain/payments/reason-of'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { DeliveryChanges, DueDelivery, WebhookEndpointRow, WebhookMessageRow } from '../../ports/webhook-store'
import { auditEntry } from '../audit/actions'
import { readRetryAfter } from './sender'
import type { WebhookSender } from './sender'
import { webhookHost } from './url'

export interface AttemptServices extends Pick<Services, 'store' | 'secrets' | 'clock' | 'log'> {
  send: WebhookSender
}

interface AttemptOptions {
  signal: AbortSignal
  /** Whether the attempt was aborted because the process stops: then the receiver is not to blame. */
  isCut: () => boolean
}

/** Sends one message to one endpoint once, and records how that ended. */
export async function attemptDelivery(
  services: AttemptServices,
  due: DueDelivery,
  { signal, isCut }: AttemptOptions,
): Promise<void> {
  const { store, clock, log } = services
  const { delivery, message, endpoint } = due
  const outcome = await attempt(services, due, signal)
  // Due again at once. The receiver may get the message twice.
  if (outcome.failure !== null && isCut())
    return store.webhooks.updateDelivery(delivery.id, { nextAttemptAt: clock.now() })
  const isDisabled = await recordDeliveryAttempt(services, due, outcome)
  if (outcome.failure === null) return undefined
  const about = { endpoint: endpoint.id, host: webhookHost(endpoint.url), message: message.id }
  log.warn({ ...about, attempts: delivery.attempts + 1, reason: outcome.failure }, 'a webhook was not taken')
  if (isDisabled) log.error(about, 'a webhook endpoint is disabled: it is gone, or took nothing for days')
  return undefined
}

async function attempt(
  { send, clock }: AttemptServices,
  { delivery: { attempts }, message, endpoint }: DueDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const now = clock.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'TrustTag-Membership-Webhooks/1',
    ...signatureHeaders({ message, endpoint, attempts, now }),
  }
  try {
    const { statusCode, retryAfter } = await send({ url: endpoint.url, headers, body: message.body }, signal)
    return { statusCode, failure: failureOf(statusCode), retryAfterMs: readRetryAfter(retryAfter, now) }
  } catch (error) {
    return { statusCode: null, failure: reasonOf(error), retryAfterMs: null }
  }
}

function failureOf(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null
  const why = statusCode >= 300 && statusCode < 400 ? ': redirects are not followed' : ''
  return `it answered ${statusCode}${why}`
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The pause after each failed attempt. After the last one the delivery has failed; an owner can replay it. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const

/** Share of the pause that is added at random, so that deliveries that failed together spread out. */
const JITTER = 0.1
/** Longest pause that a receiver can ask for. */
export const RETRY_AFTER_MAX_MS = 12 * HOUR_MS
const REASON_MAX_CHARS = 300
const GONE = 410

interface AttemptOutcome {
  /** Null without a response. */
  statusCode: number | null
  /** Why the attempt failed, without anything of the payload; null: it succeeded. */
  failure: string | null
  /** The pause that the receiver asked for. */
  retryAfterMs: number | null
}

type Parts = Pick<Services, 'store' | 'secrets' | 'clock'>

/**
 * Records an attempt. Disables an endpoint that answers 410, or that accepted nothing for WEBHOOK_SILENCE_DAYS.
 * @returns whether the endpoint was disabled
 */
async function recordDeliveryAttempt(
  { store, secrets, clock }: Parts,
  { delivery, endpoint }: DueDelivery,
  outcome: AttemptOutcome,
): Promise<boolean> {
  const now = clock.now()
  const isGone = outcome.statusCode === GONE
  const delay = isGone ? undefined : RETRY_DELAYS_MS[delivery.attempts]
  const counted = {
    attempts: delivery.attempts + 1,
    lastStatusCode: outcome.statusCode,
    lastError: outcome.failure?.slice(0, REASON_MAX_CHARS) ?? null,
  }
  if (outcome.failure === null) {
    await store.webhooks.updateDelivery(delivery.id, { ...counted, status: 'DELIVERED', deliveredAt: now })
    return false
  }
  if (delay !== undefined) {
    const jitter = secrets.below(Math.ceil(delay * JITTER))
    const pause = Math.max(delay + jitter, Math.min(outcome.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS))
    await store.webhooks.updateDelivery(delivery.id, { ...counted, nextAttemptAt: now + pause })
    return false
  }
  return store.transaction(async (repositories) => {
    const changes: DeliveryChanges = { ...counted, status: 'FAILED' }
    await repositories.webhooks.updateDelivery(delivery.id, changes)
    const reason = isGone ? 'gone' : await silenceOf(repositories, endpoint.id, now)
    return reason !== null && disable(repositories, { secrets, clock }, endpoint, reason)
  })
}

async function silenceOf({ webhooks }: Repositories, endpointId: string, now: number): Promise<string | null> {
  const since = await webhooks.failingSince(endpointId)
  return since !== null && now - since >= WEBHOOK_SILENCE_DAYS * DAY_MS ? 'everything failed for days' : null
}

/** The audit log is where the owner learns of it. */
async function disable(
  { webhooks, auditLog }: Repositories,
  parts: Pick<Services, 'secrets' | 'clock'>,
  { id, appId, mode, url }: WebhookEndpointRow,
  reason: string,
): Promise<boolean> {
  const current = await webhooks.findEndpoint(appId, mode, id)
  if (current === null || current.disabledAt !== null) return false
  await webhooks.updateEndpoint(id, { disabledAt: parts.clock.now() })
  const owner = { appId, mode, actor: 'webhook worker' } as const
  const detail = { reason, host: webhookHost(url) }
  await auditLog.insert(auditEntry(parts, owner, { act: 'webhook-endpoint.disable', subject: id, detail }))
  return true
}

interface SignedAttempt {
  message: Pick<WebhookMessageRow, 'id' | 'body'>
  endpoint: Pick<WebhookEndpointRow, 'secret' | 'previousSecret' | 'previousSecretUntil'>
  /** Attempts before this one. */
  attempts: number
  now: number
}

/**
 * Signs a message under the header names of Standard Webhooks and of the published service; while a secret is rolled, both
 * secrets sign. Published receivers read one signature only, so retries carry one in their header, by each secret in turn.
 */
export function signatureHeaders({ message, endpoint, attempts, now }: SignedAttempt): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const { secret, previousSecret, previousSecretUntil } = endpoint
  const counts = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  const secrets = counts ? [secret, previousSecret] : [secret]
  const all = secrets.map((one) => `v1,${sign(one, `${message.id}.${timestamp}.${message.body}`)}`)
  // All of them at first, then the last, the first, the last …
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

/** `ms-signature` of early receivers: keyed by the whole secret as text, its prefix included. */
const signLegacy = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')
