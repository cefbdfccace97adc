import type { Stripe } from 'stripe'
import { ApiError } from '../../../lib/errors'

type StripeError = Stripe.errors.StripeError

/** Kinds of errors after which nobody can say more than: not now. The owner finds in the log what is wrong. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
])

/**
 * Runs calls to Stripe.
 * @throws ApiError `payment-provider-unavailable` when Stripe does not answer, or not us; `payment-declined` when the bank
 * says no; everything else as it is thrown
 */
export async function inStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!isStripeError(error)) throw error
    if (UNAVAILABLE.has(error.type)) throw new ApiError('payment-provider-unavailable', { cause: error })
    if (error.type === 'StripeCardError') throw new ApiError('payment-declined', { cause: error })
    throw error
  }
}

/** Known by its fields: the SDK, which has the class, is loaded only where it is used. */
export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')
}

/** Whether there is no such thing at Stripe: it was deleted, has ended, or belongs to another account. */
export const isMissing = (error: unknown): boolean => isStripeError(error) && error.code === 'resource_missing'

/** Whether what was to be made is there already. */
export const isTaken = (error: unknown): boolean =>
  isStripeError(error) && (error.code === 'resource_already_exists' || refuses(error, 'lookup_key'))

/** Whether Stripe refused a parameter whose name begins so. */
export const refuses = (error: unknown, parameter: string): boolean =>
  isStripeError(error) && error.type === 'StripeInvalidRequestError' && (error.param ?? '').startsWith(parameter)

/** Whether this is the answer to an earlier call with the same idempotency key: it says nothing of how things are now. */
export const isReplay = (error: unknown): boolean =>
  isStripeError(error) && error.headers?.['idempotent-replayed'] === 'true'
