import { request as requestHttp } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'
import { readWebhookUrl } from '../../domain/webhooks/webhook-url'
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../ports/webhook-sender'
import { checkedLookup, ForbiddenAddressError, systemResolve } from './checked-lookup'
import type { Resolve } from './checked-lookup'

/** What a receiver says besides the status is dropped; past this it is not even read. */
const ANSWER_MAX_BYTES = 4_096
const HEADERS_MAX_BYTES = 16_384

export interface SenderOptions {
  /** Whether this machine may be meant, without https too: in development. */
  loopback: boolean
  resolve?: Resolve
  /** Certificates that are trusted besides the usual ones. */
  ca?: string
}

/** Posts webhooks, each over a connection of its own. */
export function createWebhookSender({ loopback, resolve = systemResolve, ca }: SenderOptions): WebhookSender {
  const lookup = checkedLookup(resolve, { loopback })
  return async (webhook, signal) => {
    const url = readStoredUrl(webhook.url, loopback)
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...webhook.headers, 'content-length': String(Buffer.byteLength(webhook.body)) },
      lookup,
      // No connection is kept: another request must not get one that was checked for this one.
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

/** What was stored in development may be asked for elsewhere. */
function readStoredUrl(text: string, loopback: boolean): URL {
  try {
    return new URL(readWebhookUrl(text, { loopback }))
  } catch (error) {
    throw new Error('its address may not be used', { cause: error })
  }
}

function post(url: URL, options: RequestOptions, { body }: WebhookRequest): Promise<WebhookAnswer> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      readAnswer(response)
        .then(resolve, reject)
        .finally(() => asked.destroy())
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function readAnswer(response: IncomingMessage): Promise<WebhookAnswer> {
  const { statusCode = 0, headers } = response
  await readUpTo(response, ANSWER_MAX_BYTES)
  return { statusCode, retryAfter: headers['retry-after'] ?? null }
}

/** Until it ends, or is longer than anybody has to say. */
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
