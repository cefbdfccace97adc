import type { Stripe } from 'stripe'
import { ApiError } from '../../../lib/errors'

interface StripeConnection {
  secretKey: string
  /** Origin of a fake Stripe server; null: Stripe itself. */
  apiUrl: string | null
}

export type Connect = () => Promise<Stripe>

/** The SDK's types match this version: a newer SDK fails to compile and must be reviewed. */
const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive'

const TIMEOUT_MS = 10_000
/** For locks and lost connections. Each retry has the same idempotency key. */
const RETRIES = 2

/** Loads the SDK on first use: it takes longer than the rest of the API together. */
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

/** The caller can only retry these. The log has the cause. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
])

/**
 * @throws ApiError `payment-provider-unavailable` if Stripe does not respond or refuses our key, `payment-declined` if
 * the bank declines; other errors unchanged
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

/** Checks fields, because the class is in the SDK, which may not be loaded. */
export function isStripeError(error: unknown): error is StripeError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')
}

/** Whether the object was deleted, has ended, or belongs to another account. */
export const isMissing = (error: unknown): boolean => isStripeError(error) && error.code === 'resource_missing'

/** Whether the object to create already exists. */
export const isTaken = (error: unknown): boolean =>
  isStripeError(error) && (error.code === 'resource_already_exists' || refuses(error, 'lookup_key'))

/** Whether Stripe refused a parameter with this prefix. */
export const refuses = (error: unknown, parameter: string): boolean =>
  isStripeError(error) && error.type === 'StripeInvalidRequestError' && (error.param ?? '').startsWith(parameter)

/** Whether this is the stored, possibly outdated response to an earlier call with the same idempotency key. */
export const isReplay = (error: unknown): boolean =>
  isStripeError(error) && error.headers?.['idempotent-replayed'] === 'true'

/** Our minor units follow `Intl`; Stripe has hundredths for most currencies without small coins, such as the forint. */
const WITHOUT_DECIMALS: ReadonlySet<string> = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
)
const WITH_THREE: ReadonlySet<string> = new Set('bhd iqd jod kwd lyd omr tnd'.split(' '))

/** @param amountMinor in minor units of the currency */
export const toStripeAmount = (amountMinor: number, currency: string): number => amountMinor * factorOf(currency)

/** @returns minor units of the currency */
export const fromStripeAmount = (amount: number, currency: string): number => Math.round(amount / factorOf(currency))

function factorOf(currency: string): number {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return 10 ** (stripeDecimals(currency.toLowerCase()) - maximumFractionDigits)
}

function stripeDecimals(currency: string): number {
  if (WITHOUT_DECIMALS.has(currency)) return 0
  return WITH_THREE.has(currency) ? 3 : 2
}

/** The ID of a reference, which may be expanded to an object. */
export const idOf = (named: string | { id: string }): string => (typeof named === 'string' ? named : named.id)
