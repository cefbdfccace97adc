import type { Mode } from '../../lib/ids'

export interface StripeSettings {
  /** Null in a mode without Stripe. */
  accounts: Record<Mode, StripeAccount | null>
  /** Origin of a fake Stripe server in development; null: Stripe itself. */
  apiUrl: string | null
}

interface StripeAccount {
  secretKey: string
  /** Null without a webhook. */
  webhookSecret: string | null
}

/** The second pair is for installations with keys of both modes. */
const PAIRS = [
  { key: 'STRIPE_SECRET_KEY', webhookSecret: 'STRIPE_WEBHOOK_SECRET', modes: ['live', 'test'] },
  { key: 'STRIPE_TEST_SECRET_KEY', webhookSecret: 'STRIPE_TEST_WEBHOOK_SECRET', modes: ['test'] },
] as const

const PREFIXES: Record<Mode, readonly string[]> = {
  live: ['sk_live_', 'rk_live_'],
  test: ['sk_test_', 'rk_test_'],
}

/**
 * The accounts in the environment. The mode of a key is read from its prefix.
 * @param read a variable's value, undefined when it is not set
 * @returns a sentence about the first problem; it never repeats a value, because all of them are secrets
 */
export function readStripeAccounts(read: (name: string) => string | undefined): StripeSettings['accounts'] | string {
  const accounts: StripeSettings['accounts'] = { test: null, live: null }
  for (const { key, webhookSecret: webhook, modes } of PAIRS) {
    const [secretKey, webhookSecret = null] = [read(key), read(webhook)]
    if (secretKey === undefined && webhookSecret === null) continue
    if (secretKey === undefined) return `${webhook} is set without ${key}. It belongs to the account of that key.`
    const mode = modes.find((one) => isKeyOf(one, secretKey))
    if (!mode) return `${key} must be a secret key of Stripe: it begins with ${listPrefixes(modes)}.`
    if (webhookSecret !== null && !/^whsec_\S+$/u.test(webhookSecret))
      return `${webhook} must be the signing secret of a Stripe webhook: it begins with whsec_.`
    if (accounts[mode] !== null) return `${PAIRS.map((pair) => pair.key).join(' and ')} are both keys of Test Mode.`
    accounts[mode] = { secretKey, webhookSecret }
  }
  return accounts
}

const isKeyOf = (mode: Mode, key: string): boolean =>
  PREFIXES[mode].some((prefix) => key.startsWith(prefix) && /^\w+$/u.test(key) && key.length > prefix.length)

const listPrefixes = (modes: readonly Mode[]): string => modes.flatMap((mode) => PREFIXES[mode]).join(', ')
