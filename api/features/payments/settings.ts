import type { Mode } from '../../lib/ids'
import type { SettingGroup } from '../../lib/settings'

export interface StripeSettings {
  /** Null in a mode without Stripe. */
  accounts: Record<Mode, StripeAccount | null>
  /** Origin of a fake Stripe server in development; null: Stripe itself. */
  apiUrl: string | null
}

interface StripeAccount {
  secretKey: string
  /** Null: no webhook. */
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
 * Reads the Stripe accounts from the environment. A key's prefix gives its mode.
 * @param read a variable's value, undefined if it is not set
 * @returns the accounts, or a sentence about the first problem; it never repeats a value, because all are secrets
 */
export function readStripeAccounts(read: (name: string) => string | undefined): StripeSettings['accounts'] | string {
  const accounts: StripeSettings['accounts'] = { test: null, live: null }
  for (const { key, webhookSecret: webhook, modes } of PAIRS) {
    const [secretKey, webhookSecret = null] = [read(key), read(webhook)]
    if (secretKey === undefined && webhookSecret === null) continue
    if (secretKey === undefined) return `${webhook} is set without ${key}. It needs the key of the same account.`
    const mode = modes.find((one) => isKeyOf(one, secretKey))
    if (!mode) return `${key} must be a secret key of Stripe, which starts with ${listPrefixes(modes)}.`
    if (webhookSecret !== null && !/^whsec_\S+$/u.test(webhookSecret))
      return `${webhook} must be the signing secret of a Stripe webhook, which starts with whsec_.`
    if (accounts[mode] !== null) return `${PAIRS.map((pair) => pair.key).join(' and ')} are both keys of Test Mode.`
    accounts[mode] = { secretKey, webhookSecret }
  }
  return accounts
}

const isKeyOf = (mode: Mode, key: string): boolean =>
  PREFIXES[mode].some((prefix) => key.startsWith(prefix) && /^\w+$/u.test(key) && key.length > prefix.length)

const listPrefixes = (modes: readonly Mode[]): string => modes.flatMap((mode) => PREFIXES[mode]).join(', ')

export const paymentSettings = {
  title: 'Payments',
  about: 'Without a key, Test Mode sells at the test checkout and live mode cannot sell ([payments](payments.md)).',
  settings: [
    {
      name: 'STRIPE_SECRET_KEY',
      meaning: 'A live key of Stripe sells in live mode; a test key replaces the test checkout.',
      shape: { is: 'text', like: 'sk_live_…, rk_live_…, sk_test_… or rk_test_…' },
      default: { none: 'no Stripe' },
      isSecret: true,
      example: 'sk_live_…',
    },
    {
      name: 'STRIPE_WEBHOOK_SECRET',
      meaning: 'The signing secret of the webhook that belongs to STRIPE_SECRET_KEY.',
      shape: { is: 'text', like: 'whsec_…' },
      default: { none: 'no webhook' },
      isSecret: true,
      example: 'whsec_…',
    },
    {
      name: 'STRIPE_TEST_SECRET_KEY',
      meaning: 'The key of Stripe’s test mode, if STRIPE_SECRET_KEY is a live key.',
      shape: { is: 'text', like: 'sk_test_… or rk_test_…' },
      default: { none: 'the test checkout' },
      isSecret: true,
      example: 'sk_test_…',
    },
    {
      name: 'STRIPE_TEST_WEBHOOK_SECRET',
      meaning: 'The signing secret of the webhook that belongs to STRIPE_TEST_SECRET_KEY.',
      shape: { is: 'text', like: 'whsec_…' },
      default: { none: 'no webhook' },
      isSecret: true,
      example: 'whsec_…',
    },
  ],
} as const satisfies SettingGroup
