import * as v from 'valibot'

/** What an event is about: whatever of it the event names. */
export interface EventSubject {
  purchaseId: string | null
  sessionId: string | null
  /** A subscription or a payment. */
  externalId: string | null
}

/** The events that say that a purchase may have changed. What has changed is never read from them, but asked of Stripe. */
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

/** The version of the events is the webhook's, not the SDK's: older ones keep what an invoice is for elsewhere. */
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
export function eventSubject(type: string, data: unknown): EventSubject | null {
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
