import { request as requestHttp } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { checkedLookup, ForbiddenAddressError, readWebhookUrl, systemResolve } from './url'
import type { Resolve } from './url'

interface WebhookRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** The body of the response is not kept. */
interface WebhookResponse {
  statusCode: number
  /** The header Retry-After: seconds or a date. */
  retryAfter: string | null
}

/**
 * Posts a webhook and follows no redirect.
 * @throws Error when no response came or the URL is not allowed; its message contains nothing of the request
 */
export type WebhookSender = (request: WebhookRequest, signal: AbortSignal) => Promise<WebhookResponse>

/** Reading stops here. */
const RESPONSE_MAX_BYTES = 4_096
const HEADERS_MAX_BYTES = 16_384

interface SenderOptions {
  /** Whether this machine is allowed, over http too: in development. */
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
      // No connection is reused: its lookup was checked for this request alone.
      agent: false,
      maxHeaderSize: HEADERS_MAX_BYTES,
      signal,
    }
    try {
      return await post(url, { ...options, ...(ca !== undefined && { ca }) }, webhook)
    } catch (error) {
      throw new Error(reasonOf(error, signal), { cause: error })
    }
  }
}

/** The URL is checked again: one that was stored in development may reach production in a copied database. */
function readStoredUrl(text: string, loopback: boolean): URL {
  try {
    return new URL(readWebhookUrl(text, { loopback }))
  } catch (error) {
    throw new Error('its address may not be used', { cause: error })
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
  ENOTFOUND: 'its name leads nowhere',
  EAI_AGAIN: 'its name cannot be looked up',
  ECONNREFUSED: 'nobody listens there',
  ECONNRESET: 'it hung up',
  EPROTO: 'it speaks no TLS that we know',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

function reasonOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it did not answer in time'
  if (error instanceof ForbiddenAddressError) return error.message
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code.startsWith('HPE_')) return 'its answer is no HTTP'
  return REASONS[code] ?? 'it cannot be reached'
}

/**
 * Reads the pause that a receiver asks for.
 * @param header seconds or a date
 * @param now epoch milliseconds
 * @returns milliseconds; null for an unreadable header
 */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/u.test(header)) return Number(header) * 1_000
  const until = Date.parse(header)
  return Number.isNaN(until) ? null : Math.max(0, until - now)
}
