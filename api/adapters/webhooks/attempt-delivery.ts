import { reasonOf } from '../../domain/payments/reason-of'
import { settleAttempt } from '../../domain/webhooks/settle-attempt'
import type { AttemptOutcome } from '../../domain/webhooks/settle-attempt'
import { signatureHeaders } from '../../domain/webhooks/sign-webhook'
import { webhookHost } from '../../domain/webhooks/webhook-url'
import type { Services } from '../../ports/services'
import type { DueDelivery } from '../../ports/webhook-store'
import type { WebhookSender } from '../../ports/webhook-sender'
import { readRetryAfter } from './retry-after'

export interface AttemptServices extends Pick<Services, 'store' | 'secrets' | 'clock' | 'log'> {
  send: WebhookSender
}

export interface AttemptOptions {
  signal: AbortSignal
  /** Whether the attempt was cut because the program ends: then it is not the receiver's fault. */
  isCut: () => boolean
}

/** One attempt at one message for one endpoint, and what becomes of it. */
export async function attemptDelivery(
  services: AttemptServices,
  due: DueDelivery,
  { signal, isCut }: AttemptOptions,
): Promise<void> {
  const { store, clock, log } = services
  const { delivery, message, endpoint } = due
  const outcome = await attempt(services, due, signal)
  // As due as it was. The receiver may have had it: then it gets it twice.
  if (outcome.failure !== null && isCut())
    return store.webhooks.updateDelivery(delivery.id, { nextAttemptAt: clock.now() })
  const isDisabled = await settleAttempt(services, due, outcome)
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
