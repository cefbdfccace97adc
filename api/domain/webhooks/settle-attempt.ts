import { WEBHOOK_SILENCE_DAYS } from '../../../contract/limits'
import type { Services } from '../../ports/services'
import type { Repositories } from '../../ports/store'
import type { DeliveryChanges, DueDelivery, WebhookEndpointRow } from '../../ports/webhook-store'
import { auditEntry } from '../owner/owner-act'
import { webhookHost } from './webhook-url'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long is waited after each attempt that failed. After the last one the message has failed; it can be sent again. */
export const RETRY_DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
] as const

/** Up to so much longer, so that what failed together does not come back together. */
const JITTER = 0.1
/** A receiver can ask for so long a pause, and no longer. */
export const RETRY_AFTER_MAX_MS = 12 * HOUR_MS
const REASON_MAX_CHARS = 300
const GONE = 410

/** How an attempt ended. */
export interface AttemptOutcome {
  /** What was answered; null: nothing. */
  statusCode: number | null
  /** Why it failed, in words that hold nothing of what was sent; null: it did not. */
  failure: string | null
  /** The pause that the receiver asked for. */
  retryAfterMs: number | null
}

type Parts = Pick<Services, 'store' | 'secrets' | 'clock'>

/**
 * Writes how an attempt ended. An endpoint that says that it is gone, or that took nothing for days, is disabled.
 * @returns whether the endpoint was disabled
 */
export async function settleAttempt(
  { store, secrets, clock }: Parts,
  { delivery, endpoint }: DueDelivery,
  outcome: AttemptOutcome,
): Promise<boolean> {
  const now = clock.now()
  const isGone = outcome.statusCode === GONE
  const delay = isGone ? undefined : RETRY_DELAYS_MS[delivery.attempts]
  const attempt = {
    attempts: delivery.attempts + 1,
    lastStatusCode: outcome.statusCode,
    lastError: outcome.failure?.slice(0, REASON_MAX_CHARS) ?? null,
  }
  if (outcome.failure === null) {
    await store.webhooks.updateDelivery(delivery.id, { ...attempt, status: 'DELIVERED', deliveredAt: now })
    return false
  }
  if (delay !== undefined) {
    const jitter = secrets.below(Math.ceil(delay * JITTER))
    const pause = Math.max(delay + jitter, Math.min(outcome.retryAfterMs ?? 0, RETRY_AFTER_MAX_MS))
    await store.webhooks.updateDelivery(delivery.id, { ...attempt, nextAttemptAt: now + pause })
    return false
  }
  return store.transaction(async (repositories) => {
    const changes: DeliveryChanges = { ...attempt, status: 'FAILED' }
    await repositories.webhooks.updateDelivery(delivery.id, changes)
    const reason = isGone ? 'gone' : await silenceOf(repositories, endpoint.id, now)
    return reason !== null && disable(repositories, { secrets, clock }, endpoint, reason)
  })
}

async function silenceOf({ webhooks }: Repositories, endpointId: string, now: number): Promise<string | null> {
  const since = await webhooks.failingSince(endpointId)
  return since !== null && now - since >= WEBHOOK_SILENCE_DAYS * DAY_MS ? 'everything failed for days' : null
}

/** Nobody is there to say it to: the audit log is where an owner finds it. */
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
