import * as v from 'valibot'
import type { Handler } from 'hono'
import { ApiError } from '../../../lib/errors'
import { settlePurchase } from '../settle'
import type { StripeSettings } from '../settings'
import type { PurchaseRow } from '../../../ports/purchase-store'
import type { Services } from '../../../ports/services'
import type { AppEnv } from '../../../http/request'
import { readBytes } from '../../../http/body'
import type { Mode } from '../../../lib/ids'

export const STRIPE_WEBHOOK_PATH = '/webhooks/stripe'

/** Stripe's largest events have a few hundred kilobytes. */
const EVENT_MAX_BYTES = 1_000_000

/**
 * Receives events of Stripe. An event only triggers a read of the purchase, so events may come late, twice, in any order, or not
 * at all. A failed one is refused, and Stripe repeats it. Without a secret all are refused, which is logged once.
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
  // Only now: after a crash before this line Stripe must repeat the event.
  await paymentEvents.insert({ provider: 'stripe', eventId: event.id, receivedAt: services.clock.now() })
}

/** Null for other sales through the same account. */
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

interface StripeEvent {
  id: string
  /** Of the account whose secret signed it. */
  mode: Mode
  /** Null: nothing that purchases depend on. */
  subject: EventSubject | null
}

interface WebhookSecret {
  mode: Mode
  secret: string
}

/** Maximum age of a signature, against replays. Stripe signs each delivery anew. */
const TOLERANCE_SECONDS = 300

const MODES = ['live', 'test'] as const

/** The SDK crashes on a part without a value instead of refusing it. */
const SIGNATURE = /^\w+=[^,]+(,\w+=[^,]+)*$/u

/**
 * Verifies the signature of an event and reads its subject.
 * @param payload the body exactly as it was received
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

/** The identifiers that an event has. */
interface EventSubject {
  purchaseId: string | null
  sessionId: string | null
  /** A subscription or a payment. */
  externalId: string | null
}

/** Events after which a purchase is read again. Their data is never trusted. */
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
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
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
  }
}
