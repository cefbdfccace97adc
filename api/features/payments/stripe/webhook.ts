import type { Handler } from 'hono'
import * as v from 'valibot'
import { ApiError } from '../../../lib/errors'
import type { Mode } from '../../../lib/ids'
import { type AppEnv, readBytes } from '../../../http/request'
import type { Services } from '../../../http/services'
import type { OwnerScope } from '../../apps/definition'
import { reconcilePurchase } from '../reconcile'
import {
  findPurchase,
  findPurchaseByExternalId,
  findPurchaseByPayment,
  findPurchaseBySession,
  hasPaymentEvent,
  insertPaymentEvent,
  type PurchaseRow,
} from '../repository'
import type { StripeSettings } from '../settings'

export const STRIPE_WEBHOOK_PATH = '/webhooks/stripe'

/** Stripe's largest events have a few hundred kilobytes. */
const EVENT_MAX_BYTES = 1_000_000

/**
 * Events only trigger a read of the purchase, so they may be late, repeated, unordered or missing. A failed one is
 * refused, and Stripe sends it again. Without a secret, all are refused, which is logged once.
 */
export function stripeWebhook(services: Services, settings: StripeSettings): Handler<AppEnv> {
  const secrets = webhookSecrets(settings)
  let isSaid = false
  const refuse = (): never => {
    if (!isSaid)
      services.log.warn(
        'The webhook received an event, but STRIPE_WEBHOOK_SECRET is not set, so it cannot be verified.',
      )
    isSaid = true
    throw new ApiError('webhook-not-configured')
  }
  return async (context) => {
    const signature = context.req.header('stripe-signature')
    if (signature === undefined) throw new ApiError('invalid-webhook-signature')
    if (secrets.length === 0) refuse()
    const payload = await readBytes(context.req.raw, EVENT_MAX_BYTES)
    const event = await readEvent(secrets, { payload, signature, now: services.clock.now() })
    await reconcileFor(services, event)
    return context.json({ received: true })
  }
}

/** The webhook of an app's own account, which the server made: `/stripe-webhook/:app/:mode`. */
export const appStripeWebhook =
  (services: Services, secretOf: (scope: OwnerScope) => Promise<string | null>): Handler<AppEnv> =>
  async (context) => {
    const signature = context.req.header('stripe-signature')
    if (signature === undefined) throw new ApiError('invalid-webhook-signature')
    const [appId = '', mode] = [context.req.param('app'), MODES.find((one) => one === context.req.param('mode'))]
    const secret = mode && (await secretOf({ appId, mode }))
    if (!mode || !secret) throw new ApiError('invalid-webhook-signature')
    const payload = await readBytes(context.req.raw, EVENT_MAX_BYTES)
    const event = await readEvent([{ mode, secret }], { payload, signature, now: services.clock.now() })
    await reconcileFor(services, event, appId)
    return context.json({ received: true })
  }

async function reconcileFor(services: Services, event: StripeEvent, appId?: string): Promise<void> {
  if (event.subject === null || (await hasPaymentEvent(services.store, 'stripe', event.id))) return
  const purchase = await findPurchaseOf(services, event)
  // An app's account speaks only of its own purchases.
  if (purchase === null || (purchase.account === null ? appId !== undefined : purchase.appId !== appId)) return
  await reconcilePurchase(services, purchase.id)
  // Recorded last: after a crash before this line, Stripe must send the event again.
  await insertPaymentEvent(services.store, { provider: 'stripe', eventId: event.id, receivedAt: services.clock.now() })
}

/** Null for other sales through the same account. */
async function findPurchaseOf(
  { store }: Pick<Services, 'store'>,
  { mode, subject }: StripeEvent,
): Promise<PurchaseRow | null> {
  const { purchaseId = null, sessionId = null, externalId = null, chargeId = null } = subject ?? {}
  const purchase =
    (purchaseId && (await findPurchase(store, purchaseId))) ||
    (sessionId && (await findPurchaseBySession(store, 'stripe', sessionId))) ||
    (externalId && (await findPurchaseByExternalId(store, 'stripe', externalId))) ||
    (chargeId && (await findPurchaseByPayment(store, 'stripe', chargeId))) ||
    null
  return purchase?.provider === 'stripe' && purchase.mode === mode ? purchase : null
}

interface StripeEvent {
  id: string
  /** Mode of the account whose secret signed it. */
  mode: Mode
  /** Null: no purchase depends on it. */
  subject: EventSubject | null
}

interface WebhookSecret {
  mode: Mode
  secret: string
}

/** Maximum age of a signature, against replays. Stripe signs each delivery separately. */
const TOLERANCE_SECONDS = 300

const MODES = ['live', 'test'] as const

/** The SDK crashes on a part without a value instead of refusing it. */
const SIGNATURE = /^\w+=[^,]+(,\w+=[^,]+)*$/u

/**
 * Verifies an event's signature and reads its subject.
 * @param payload the body exactly as received
 * @param signature the `Stripe-Signature` header
 * @param now epoch milliseconds
 * @throws ApiError `invalid-webhook-signature`
 */
export async function readEvent(
  secrets: readonly WebhookSecret[],
  { payload, signature, now }: { payload: Uint8Array; signature: string; now: number },
): Promise<StripeEvent> {
  if (!SIGNATURE.test(signature)) throw new ApiError('invalid-webhook-signature')
  const { default: Sdk } = await import('stripe')
  for (const { mode, secret } of secrets)
    try {
      const event = await Sdk.webhooks.constructEventAsync(
        payload,
        signature,
        secret,
        TOLERANCE_SECONDS,
        undefined,
        now,
      )
      return { id: event.id, mode, subject: eventSubject(event.type, event.data.object) }
    } catch (error) {
      if (!(error instanceof Sdk.errors.StripeSignatureVerificationError)) throw error
    }
  throw new ApiError('invalid-webhook-signature')
}

const webhookSecrets = ({ accounts }: StripeSettings): WebhookSecret[] =>
  MODES.flatMap((mode) => {
    const secret = accounts[mode]?.webhookSecret
    return secret ? [{ mode, secret }] : []
  })

interface EventSubject {
  purchaseId: string | null
  sessionId: string | null
  /** ID of a subscription or payment. */
  externalId: string | null
  /** Of a refund or dispute: the payments of a subscription are found by it. */
  chargeId: string | null
}

/** Events that trigger a read of the purchase. Their data is never trusted. */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.updated',
  'refund.failed',
] as const

const text = v.optional(v.nullable(v.string()))
const reference = v.pipe(
  v.optional(
    v.nullable(
      v.union([
        v.string(),
        v.pipe(
          v.object({ id: v.string() }),
          v.transform(({ id }) => id),
        ),
      ]),
    ),
  ),
)
const metadata = v.optional(v.nullable(v.object({ purchaseId: text })))
const details = v.optional(v.nullable(v.object({ metadata, subscription: reference })))

/** The webhook's API version may be older than the SDK's: then the subscription of an invoice is in another field. */
const eventObject = v.object({
  object: v.string(),
  id: v.string(),
  metadata,
  parent: v.optional(v.nullable(v.object({ subscription_details: details }))),
  subscription_details: details,
  subscription: reference,
  payment_intent: reference,
  charge: reference,
})

/** @returns null for an event of another kind */
function eventSubject(type: string, data: unknown): EventSubject | null {
  const parsed = v.safeParse(eventObject, data)
  if (!parsed.success || !STRIPE_EVENTS.some((one) => one === type)) return null
  const { object, id, parent, subscription_details: older, ...own } = parsed.output
  const newer = parent?.subscription_details
  const purchaseId = own.metadata?.purchaseId ?? newer?.metadata?.purchaseId ?? older?.metadata?.purchaseId ?? null
  return {
    purchaseId,
    sessionId: object === 'checkout.session' ? id : null,
    externalId:
      object === 'subscription' ? id : (newer?.subscription ?? own.subscription ?? own.payment_intent ?? null),
    chargeId: object === 'charge' ? id : (own.charge ?? null),
  }
}
