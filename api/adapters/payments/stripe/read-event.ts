import { ApiError } from '../../../lib/errors'
import type { Mode } from '../../../lib/ids'
import type { StripeSettings } from '../../../domain/payments/stripe-settings'
import { eventSubject } from './event-subject'
import type { EventSubject } from './event-subject'

export interface StripeEvent {
  id: string
  /** Of the account whose secret signed it. */
  mode: Mode
  /** Null: nothing that purchases depend on. */
  subject: EventSubject | null
}

/** What a webhook signs with. */
export interface WebhookSecret {
  mode: Mode
  secret: string
}

/** How old a signature may be: a recorded event cannot be played again later. Stripe signs anew when it sends again. */
const TOLERANCE_SECONDS = 300

const MODES = ['live', 'test'] as const

/** Parts with a name and a value each. With one that has no value the package fails instead of refusing. */
const SIGNATURE = /^\w+=[^,]+(,\w+=[^,]+)*$/u

/**
 * Checks who sent an event and reads what it is about.
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

/** Of every account that has a webhook. */
export const webhookSecrets = ({ accounts }: StripeSettings): WebhookSecret[] =>
  MODES.flatMap((mode) => {
    const secret = accounts[mode]?.webhookSecret
    return secret ? [{ mode, secret }] : []
  })
