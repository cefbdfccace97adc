import { ON_OFF } from '../../lib/settings'
import type { Setting, SettingGroup } from '../../lib/settings'

const KEY = {
  shape: { is: 'text', like: '32 bytes in base64url' },
  default: { none: 'a key in DATA_DIR or the database' },
  isSecret: true,
  example: 'kq2C…',
} as const satisfies Omit<Setting, 'name' | 'meaning'>
const RETIRED = {
  shape: { is: 'text', like: 'z6Mk…, with commas between' },
  default: { none: 'none' },
  isSecret: false,
  example: 'z6Mkf5rGMoatrSj1f4CyvuHBeXJELe9RPdzo2PKGNCKVtZxP',
} as const satisfies Omit<Setting, 'name' | 'meaning'>

export const trusttag = {
  title: 'TrustTags: issuer, keys, witnesses',
  about:
    'Keys in the environment are all four or none; `npm run keys -- new` prints four ([running it for others](self-hosting.md#trusttags-issuer-keys-log-witnesses)).',
  settings: [
    {
      name: 'PUBLIC_ISSUER_URL',
      meaning:
        'The origin that issuer, log and files of TrustTags are named by. It stands in every TrustTag: choose it once, and keep it answering for as long as TrustTags are to be checked.',
      shape: { is: 'origin' },
      default: { none: 'PUBLIC_API_URL' },
      isSecret: false,
      example: 'https://issuer.example.com',
    },
    {
      name: 'KEY_ENCRYPTION_KEY',
      meaning:
        'What the secret halves of the keys are encrypted with, in the file or the database. BoundedCache elsewhere than the backup it makes a stolen backup worth less; lost, the keys are lost.',
      shape: { is: 'text', like: '32 bytes in base64, as `openssl rand -base64 32` prints' },
      default: { none: 'keys are kept plain' },
      isSecret: true,
      example: 'n8tq…=',
    },
    { ...KEY, name: 'TRUSTTAG_ISSUER_KEY', meaning: 'Signs TrustTags of the live mode.' },
    { ...KEY, name: 'TRUSTTAG_ISSUER_TEST_KEY', meaning: 'Signs TrustTags of Test Mode.' },
    { ...KEY, name: 'TRUSTTAG_LOG_KEY', meaning: 'Signs the log of the live mode.' },
    { ...KEY, name: 'TRUSTTAG_LOG_TEST_KEY', meaning: 'Signs the log of Test Mode.' },
    {
      ...RETIRED,
      name: 'TRUSTTAG_RETIRED_ISSUER_KEYS',
      meaning: 'With keys in the environment: public keys that signed TrustTags before.',
    },
    { ...RETIRED, name: 'TRUSTTAG_RETIRED_ISSUER_TEST_KEYS', meaning: 'The same, of Test Mode.' },
    { ...RETIRED, name: 'TRUSTTAG_RETIRED_LOG_KEYS', meaning: 'Public keys that signed the log before.' },
    { ...RETIRED, name: 'TRUSTTAG_RETIRED_LOG_TEST_KEYS', meaning: 'The same, of Test Mode.' },
    {
      name: 'WITNESSES',
      meaning: 'Who watches the log, separated by spaces or commas; https but for loopback ([witness](witness.md)).',
      shape: { is: 'text', like: '<key>@<address>' },
      default: { none: 'nobody else' },
      isSecret: false,
      example: 'example.org/witness+0a1b2c3d+BA…=@https://witness.example.org',
    },
    {
      name: 'SELF_WITNESS',
      meaning: 'Whether the API watches its own log.',
      shape: { is: 'choice', of: ON_OFF },
      default: { none: '`on`; `off` with DATABASE_URL' },
      isSecret: false,
      example: 'off',
    },
  ],
} as const satisfies SettingGroup
