import type { SettingGroup } from '../../lib/settings'

export const payments = {
  title: 'Payments',
  about: 'Without a key Test Mode sells at the test checkout, and live mode not at all ([payments](payments.md)).',
  settings: [
    {
      name: 'STRIPE_SECRET_KEY',
      meaning: 'A live key of Stripe sells in live mode; a test key takes the place of the test checkout.',
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
      meaning: 'The key of Stripe’s test mode, where STRIPE_SECRET_KEY is a live key.',
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
