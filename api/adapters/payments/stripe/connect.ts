import type { Stripe } from 'stripe'

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
