import type { SettingGroup } from '../../lib/settings'

export const captcha = {
  title: 'Captcha',
  about: 'One hosted service, with both its values, in place of the self-hosted proof of work ([captcha](captcha.md)).',
  settings: [
    {
      name: 'HCAPTCHA_SITE_KEY',
      meaning: 'The public key of hCaptcha.',
      shape: { is: 'text', like: 'a key' },
      default: { none: 'proof of work' },
      isSecret: false,
      example: '10000000-ffff-ffff-ffff-000000000001',
    },
    {
      name: 'HCAPTCHA_SECRET',
      meaning: 'The secret that hCaptcha is asked with.',
      shape: { is: 'text', like: 'a secret' },
      default: { none: 'proof of work' },
      isSecret: true,
      example: '0x0000000000000000000000000000000000000000',
    },
    {
      name: 'TURNSTILE_SITE_KEY',
      meaning: 'The public key of Turnstile.',
      shape: { is: 'text', like: 'a key' },
      default: { none: 'proof of work' },
      isSecret: false,
      example: '1x00000000000000000000AA',
    },
    {
      name: 'TURNSTILE_SECRET',
      meaning: 'The secret that Turnstile is asked with.',
      shape: { is: 'text', like: 'a secret' },
      default: { none: 'proof of work' },
      isSecret: true,
      example: '1x0000000000000000000000000000000AA',
    },
  ],
} as const satisfies SettingGroup
