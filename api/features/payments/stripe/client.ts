import type { Stripe } from 'stripe'
import { ApiError } from '../../../lib/errors'

export interface StripeConnection {
  secretKey: string
  /** Origin of what stands in for Stripe; null: Stripe itself. */
  apiUrl: string | null
}

/** Gives the SDK, ready to be used. */
export type Connect = () => Promise<Stripe>

/** What our code was written against. The types follow it: an upgrade of the SDK that moves on has to be looked at. */
const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive'

const TIMEOUT_MS = 10_000
/** Of refusals in passing: a lock, a hiccup, a lost connection. Each try carries the same idempotency key. */
const RETRIES = 2

/** The SDK takes longer to load than everything else of the API together, so it is loaded when it is first needed. */
export function lazyStripe({ secretKey, apiUrl }: StripeConnection): Connect {
  let client: Promise<Stripe> | null = null
  return () => (client ??= load(secretKey, apiUrl))
}

async function load(secretKey: string, apiUrl: string | null): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  return new Sdk(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiUrl !== null && standIn(new URL(apiUrl))),
  })
}

function standIn({ protocol, hostname, port }: URL): { protocol: 'http' | 'https'; host: string; port?: string } {
  return {
    protocol: protocol === 'https:' ? 'https' : 'http',
    host: hostname.replace(/^\[|\]$/gu, ''),
    ...(port !== '' && { port }),
  }
}

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

/**
 * Our amounts are in the minor units of their currency: as many decimals as `Intl` knows. Stripe counts most of the
 * currencies whose cents fell out of use, such as the Hungarian forint, in hundredths all the same.
 */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
const WITH_THREE: ReadonlySet<string> = new Set('bhd iqd jod kwd lyd omr tnd'.split(' '))

/** @param amountMinor in minor units of the currency */
export const toStripeAmount = (amountMinor: number, currency: string): number => amountMinor * factorOf(currency)

/** The amount in minor units of the currency. */
export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / factorOf(currency))

function factorOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return 10 ** (stripeDecimals(currency.toLowerCase()) - maximumFractionDigits)
}

function stripeDecimals(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0
  return WITH_THREE.has(currency) ? 3 : 2
}

/** The id of something at Stripe that is named by its id, or stands there whole where that was asked for. */
export const idOf = (named: string | { id: string }): string => (typeof named === 'string' ? named : named.id)
