import { createHmac } from 'node:crypto'
import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { WEBHOOK_SILENCE_DAYS } from '../../../contract/limits'
import type { Db } from '../../database/db'
import type { Services } from '../../http/services'
import { reasonOf } from '../../lib/errors'
import type { CredentialCipher } from '../../lib/credential-cipher'
import { auditEntry } from '../audit/actions'
import { insertAuditEntry } from '../audit/repository'
import { openSecret } from './endpoints'
import { findFailingSince, findWebhookEndpoint, updateWebhookDelivery, updateWebhookEndpoint } from './repository'
import type { DueDelivery, WebhookEndpointRow, WebhookMessageRow } from './repository'
import { checkedLookup, ForbiddenIpAddressError, readWebhookUrl, type Resolve, systemResolve, webhookHost } from './url'

export interface AttemptServices extends Pick<Services, 'store' | 'secrets' | 'clock' | 'log'> {
  send: WebhookSender
  cipher: CredentialCipher
}

interface AttemptOptions {
  signal: AbortSignal
  /** Whether the attempt was aborted because the process stops, so the receiver did not fail. */
  isCut: () => boolean
}

/** Sends one message to one endpoint, once, and records the result. */
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
    return updateWebhookDelivery(store, delivery.id, { nextAttemptAt: clock.now() })
  const isDisabled = await recordDeliveryAttempt(services, due, outcome)
  if (outcome.failure === null) return undefined
  const about = { endpoint: endpoint.id, host: webhookHost(endpoint.url), message: message.id }
  log.warn({ ...about, attempts: delivery.attempts + 1, reason: outcome.failure }, 'a webhook delivery failed')
  if (isDisabled) log.error(about, 'a webhook endpoint was disabled: it is gone, or failed for days')
  return undefined
}

async function attempt(
  { send, clock, cipher }: AttemptServices,
  { delivery: { attempts }, message, endpoint: stored }: DueDelivery,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const now = clock.now()
  const endpoint = withOpenSecrets(cipher, stored)
  if (!endpoint) return { statusCode: null, failure: UNREADABLE, retryAfterMs: null }
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

const UNREADABLE = 'its signing secret cannot be decrypted: restore KEY_ENCRYPTION_KEY, or roll the secret'

/** Null if no known key opens the secret. A previous one that cannot be opened no longer signs. */
function withOpenSecrets(cipher: CredentialCipher, endpoint: WebhookEndpointRow): WebhookEndpointRow | null {
  const open = (stored: string | null) => (stored === null ? null : openSecret(cipher, endpoint, stored))
  const secret = open(endpoint.secret)
  return secret === null ? null : { ...endpoint, secret, previousSecret: open(endpoint.previousSecret) }
}

function failureOf(statusCode: number): string | null {
  if (statusCode >= 200 && statusCode < 300) return null
  const why = statusCode >= 300 && statusCode < 400 ? ': redirects are not followed' : ''
  return `it returned ${statusCode}${why}`
}

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The pause after each failed attempt. After the last one, the delivery has failed; an owner can replay it. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const

/** Random addition to the pause, as a share of it, so that deliveries that failed together spread out. */
const JITTER = 0.1
/** Longest pause that a receiver can request. */
export const RETRY_AFTER_MAX_MS = 12 * HOUR_MS
const REASON_MAX_CHARS = 300
const GONE = 410

interface AttemptOutcome {
  /** Null without a response. */
  statusCode: number | null
  /** Why the attempt failed, without anything from the payload; null: it succeeded. */
  failure: string | null
  retryAfterMs: number | null
}

type Parts = Pick<Services, 'store' | 'secrets' | 'clock'>

/** Disables an endpoint that returned 410, or accepted nothing for WEBHOOK_SILENCE_DAYS. @returns whether it did */
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
    await updateWebhookDelivery(store, delivery.id, { ...counted, status: 'DELIVERED', deliveredAt: now })
    return false
  }
  if (delay !== undefined) {
    const jitter = secrets.below(Math.ceil(delay * JITTER))
    const pause = Math.max(delay + jitter, Math.min(outcome.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS))
    await updateWebhookDelivery(store, delivery.id, { ...counted, nextAttemptAt: now + pause })
    return false
  }
  return store.transaction(async (tx) => {
    await updateWebhookDelivery(tx, delivery.id, { ...counted, status: 'FAILED' })
    const reason = isGone ? 'gone' : await silenceOf(tx, endpoint.id, now)
    return reason !== null && disable(tx, { secrets, clock }, endpoint, reason)
  })
}

async function silenceOf(db: Db, endpointId: string, now: number): Promise<string | null> {
  const since = await findFailingSince(db, endpointId)
  return since !== null && now - since >= WEBHOOK_SILENCE_DAYS * DAY_MS ? 'all deliveries failed for days' : null
}

/** The audit log notifies the owner. */
async function disable(
  db: Db,
  parts: Pick<Services, 'secrets' | 'clock'>,
  { id, appId, mode, url }: WebhookEndpointRow,
  reason: string,
): Promise<boolean> {
  const current = await findWebhookEndpoint(db, appId, mode, id)
  if (current === null || current.disabledAt !== null) return false
  await updateWebhookEndpoint(db, id, { disabledAt: parts.clock.now() })
  const owner = { appId, mode, actor: 'webhook worker' } as const
  const detail = { reason, host: webhookHost(url) }
  await insertAuditEntry(db, auditEntry(parts, owner, { act: 'webhook-endpoint.disable', subject: id, detail }))
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
 * Signs a message under the header names of Standard Webhooks and of the published service, with both secrets while one
 * is rolled. Published receivers read one signature only, so retries alternate between the secrets in their header.
 */
export function signatureHeaders({ message, endpoint, attempts, now }: SignedAttempt): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000))
  const { secret, previousSecret, previousSecretUntil } = endpoint
  const counts = previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
  const secrets = counts ? [secret, previousSecret] : [secret]
  const all = secrets.map((one) => `v1,${sign(one, `${message.id}.${timestamp}.${message.body}`)}`)
  // All of them first, then the last, the first, the last …
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

/** `ms-signature` of early receivers: keyed by the whole secret as text, with its prefix. */
const signLegacy = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

interface WebhookRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

interface WebhookResponse {
  statusCode: number
  /** The header Retry-After: seconds or a date. */
  retryAfter: string | null
}

/**
 * Posts a webhook without following redirects.
 * @throws Error if no response came or the URL is not allowed; its message contains nothing from the request
 */
export type WebhookSender = (request: WebhookRequest, signal: AbortSignal) => Promise<WebhookResponse>

/** The rest is not read. */
const RESPONSE_MAX_BYTES = 4_096
const HEADERS_MAX_BYTES = 16_384

interface SenderOptions {
  /** Development: allows this machine, also over http. */
  loopback: boolean
  resolve?: Resolve
  /** Certificates trusted in addition to the system's, for tests. */
  ca?: string
}

export function createWebhookSender({ loopback, resolve = systemResolve, ca }: SenderOptions): WebhookSender {
  const lookup = checkedLookup(resolve, { loopback })
  return async (webhook, signal) => {
    const url = readStoredUrl(webhook.url, loopback)
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...webhook.headers, 'content-length': String(Buffer.byteLength(webhook.body)) },
      lookup,
      // Connections are not reused: the lookup was checked for this request only.
      agent: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      signal,
    }
    try {
      return await post(url, { ...options, ...(ca !== undefined && { ca }) }, webhook)
    } catch (error) {
      throw new Error(sendingFailure(error, signal), { cause: error })
    }
  }
}

/** Checked again: a URL stored in development may reach production in a copied database. */
function readStoredUrl(text: string, loopback: boolean): URL {
  try {
    return new URL(readWebhookUrl(text, { loopback }))
  } catch (error) {
    throw new Error('its URL is not allowed', { cause: error })
  }
}

function post(url: URL, options: RequestOptions, { body }: WebhookRequest): Promise<WebhookResponse> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      readResponse(response)
        .then(resolve, reject)
        .finally(() => sent.destroy())
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

async function readResponse(response: IncomingMessage): Promise<WebhookResponse> {
  const { statusCode = 0, headers } = response
  await readUpTo(response, RESPONSE_MAX_BYTES)
  return { statusCode, retryAfter: headers['retry-after'] ?? null }
}

async function readUpTo(response: IncomingMessage, max: number): Promise<void> {
  let bytes = 0
  for await (const chunk of response) {
    bytes += Buffer.isBuffer(chunk) ? chunk.length : 0
    if (bytes > max) return
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its host name does not resolve',
  EAI_AGAIN: 'its host name cannot be resolved',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it closed the connection',
  EPROTO: 'it does not support our TLS versions',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for a different host name',
}

function sendingFailure(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it timed out'
  if (error instanceof ForbiddenIpAddressError) return error.message
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code.startsWith('HPE_')) return 'its response is not HTTP'
  return REASONS[code] ?? 'it is unreachable'
}

/** @param header seconds or a date @param now epoch milliseconds @returns milliseconds; null if unreadable */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/u.test(header)) return Number(header) * 1_000
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}
