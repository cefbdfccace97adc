import { ON_OFF } from '../../lib/settings'
import type { SettingGroup } from '../../lib/settings'

export const development = {
  title: 'For development only',
  about: 'Refused where others can reach the API.',
  settings: [
    {
      name: 'VC_API',
      meaning:
        'Opens the VC API to tools on a development machine ([TrustTags as proofs](trusttag-proof.md#for-tools-on-your-own-machine-the-vc-api)).',
      shape: { is: 'choice', of: ON_OFF },
      default: { value: 'off' },
      isSecret: false,
      example: 'on',
    },
    {
      name: 'STRIPE_API_URL',
      meaning: 'What stands in for Stripe, on a loopback address.',
      shape: { is: 'origin' },
      default: { none: 'Stripe itself' },
      isSecret: false,
      example: 'http://localhost:4010',
    },
    {
      name: 'AIRTABLE_API_URL',
      meaning: 'What stands in for Airtable, on a loopback address.',
      shape: { is: 'origin' },
      default: { none: 'Airtable itself' },
      isSecret: false,
      example: 'http://localhost:4011',
    },
  ],
} as const satisfies SettingGroup
