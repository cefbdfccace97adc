import type { Handler } from 'hono'
import { readEvent, webhookSecrets } from '../adapters/payments/stripe/read-event'
import type { StripeEvent } from '../adapters/payments/stripe/read-event'
import { ApiError } from '../lib/errors'
import { settlePurchase } from '../domain/payments/settle-purchase'
import type { StripeSettings } from '../domain/payments/stripe-settings'
import type { PurchaseRow } from '../ports/purchase-store'
import type { Services } from '../ports/services'
import type { AppEnv } from './request'
import { readBytes } from './body'

/** Where Stripe sends its events. */
export const STRIPE_WEBHOOK_PATH = '/webhooks/stripe'

/** Stripe's largest events have some hundred kilobytes. */
const EVENT_MAX_BYTES = 1_000_000

/**
 * Takes the events of Stripe. An event only says that something may have changed; what, is asked of Stripe. Events may
 * therefore come late, twice, in any order, or not at all. One that could not be dealt with is refused, and Stripe sends
 * it again. Without a secret every event is refused, and the log says so once: anybody can send some.
 */
export function stripeWebhook(services: Services, settings: StripeSettings): Handler<AppEnv> {
  const secrets = webhookSecrets(settings)
  let isSaid = false
  const refuse = (): never => {
    if (!isSaid)
      services.log.warn('An event came to the webhook, but no STRIPE_WEBHOOK_SECRET is set to check it with.')
    isSaid = true
    throw new ApiError('webhook-not-configured')
  }
  return async (context) => {
    const signature = context.req.header('stripe-signature')
    if (signature === undefined) throw new ApiError('invalid-webhook-signature')
    if (secrets.length === 0) refuse()
    const payload = await readBytes(context.req.raw, EVENT_MAX_BYTES)
    const event = await readEvent(secrets, { payload, signature, now: services.clock.now() })
    await settleFor(services, event)
    return context.json({ received: true })
  }
}

async function settleFor(services: Services, event: StripeEvent): Promise<void> {
  const { paymentEvents } = services.store
  if (event.subject === null || (await paymentEvents.has('stripe', event.id))) return
  const purchase = await findPurchase(services, event)
  if (purchase === null) return
  await settlePurchase(services, purchase.id)
  // Only now: had we been cut off before, the event would have to come again.
  await paymentEvents.insert({ provider: 'stripe', eventId: event.id, receivedAt: services.clock.now() })
}

/** Null for what somebody else sells through the same account. */
async function findPurchase(
  { store: { purchases } }: Pick<Services, 'store'>,
  { mode, subject }: StripeEvent,
): Promise<PurchaseRow | null> {
  const { purchaseId = null, sessionId = null, externalId = null } = subject ?? {}
  const purchase =
    (purchaseId && (await purchases.find(purchaseId))) ||
    (sessionId && (await purchases.findBySession('stripe', sessionId))) ||
    (externalId && (await purchases.findByExternalId('stripe', externalId))) ||
    null
  return purchase?.provider === 'stripe' && purchase.mode === mode ? purchase : null
}
