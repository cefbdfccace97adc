import { base64urlnopad } from '@scure/base'
import { multikeyBytes } from '../../../contract/credential/check-proof'
import { ON_OFF, type Setting, type SettingGroup } from '../../lib/settings'

/** Test Mode has its own keys, so that they can never sign a live credential. */
export const keyPurposes = ['issuer-live', 'issuer-test', 'log-live', 'log-test'] as const
export type KeyPurpose = (typeof keyPurposes)[number]

export type KeySettings =
  | {
      keysIn: 'files' | 'database'
      /** 32 bytes. Null: keys are not encrypted. */
      encryptionKey: Uint8Array | null
    }
  | {
      keysIn: 'environment'
      /** 32 bytes each. */
      seeds: Record<KeyPurpose, Uint8Array>
      /** Former public keys. */
      retired: Record<KeyPurpose, readonly Uint8Array[]>
    }

export const keyVariables = {
  'issuer-live': { key: 'TRUSTTAG_ISSUER_KEY', retired: 'TRUSTTAG_RETIRED_ISSUER_KEYS' },
  'issuer-test': { key: 'TRUSTTAG_ISSUER_TEST_KEY', retired: 'TRUSTTAG_RETIRED_ISSUER_TEST_KEYS' },
  'log-live': { key: 'TRUSTTAG_LOG_KEY', retired: 'TRUSTTAG_RETIRED_LOG_KEYS' },
  'log-test': { key: 'TRUSTTAG_LOG_TEST_KEY', retired: 'TRUSTTAG_RETIRED_LOG_TEST_KEYS' },
} as const satisfies Record<KeyPurpose, { key: string; retired: string }>

/**
 * Keys are in the environment if any is set there, else in the database if it is shared (`DATABASE_URL`), else in
 * DATA_DIR.
 * @returns the settings, or one line about the first problem that never repeats a value
 */
export function readKeySettings(read: (name: string) => string | undefined): KeySettings | string {
  const given = keyPurposes.filter((purpose) => read(keyVariables[purpose].key) !== undefined)
  if (given.length > 0) return readEnvironment(read, given)
  const stray = keyPurposes.map((purpose) => keyVariables[purpose].retired).find((name) => read(name) !== undefined)
  if (stray) return `${stray} is set without ${keyVariables['issuer-live'].key} and the other keys.`
  const text = read('KEY_ENCRYPTION_KEY')
  const encryptionKey = text === undefined ? null : bytesOf(text)
  if (text !== undefined && !encryptionKey)
    return 'KEY_ENCRYPTION_KEY must be 32 bytes in base64, such as `openssl rand -base64 32` prints.'
  return { keysIn: read('DATABASE_URL') === undefined ? 'files' : 'database', encryptionKey }
}

/** Also for the credentials of apps. Null without one. */
export const readEncryptionKey = (read: (name: string) => string | undefined): Uint8Array | null =>
  bytesOf(read('KEY_ENCRYPTION_KEY') ?? '')

function readEnvironment(
  read: (name: string) => string | undefined,
  given: readonly KeyPurpose[],
): KeySettings | string {
  const missing = keyPurposes.find((purpose) => !given.includes(purpose))
  if (missing) return `${keyVariables[missing].key} is missing. Set all four keys, or none.`
  const texts = keyPurposes.map((purpose) => read(keyVariables[purpose].key) ?? '')
  const seeds = texts.map(bytesOf)
  const wrong = keyPurposes.find((_, index) => !seeds[index])
  if (wrong) return `${keyVariables[wrong].key} must be 32 bytes in base64url, such as \`npm run keys -- new\` prints.`
  if (new Set(seeds.map(String)).size < seeds.length) return 'Two of the keys in the environment are identical.'
  const retired = keyPurposes.map((purpose) => readRetired(read(keyVariables[purpose].retired)))
  const bad = keyPurposes.find((_, index) => !retired[index])
  if (bad) return `${keyVariables[bad].retired} must be public keys (z6Mk…) separated by commas.`
  return { keysIn: 'environment', seeds: byPurpose(seeds), retired: byPurpose(retired) }
}

/** Null if any of them is invalid. */
function readRetired(text: string | undefined): readonly Uint8Array[] | null {
  const keys = (text ?? '').split(',').flatMap((key) => (key.trim() === '' ? [] : [multikeyBytes(key.trim())]))
  const known = keys.filter((key) => key !== null)
  return known.length === keys.length ? known : null
}

/** @param values in the order of `keyPurposes` */
function byPurpose<T>(values: readonly (T | null)[]): Record<KeyPurpose, T> {
  const of = (purpose: KeyPurpose): T => {
    const value = values[keyPurposes.indexOf(purpose)]
    if (value === null || value === undefined) throw new Error(`No value for ${purpose}.`)
    return value
  }
  return {
    'issuer-live': of('issuer-live'),
    'issuer-test': of('issuer-test'),
    'log-live': of('log-live'),
    'log-test': of('log-test'),
  }
}

/** 32 bytes of base64 or base64url; null for anything else. */
function bytesOf(text: string): Uint8Array | null {
  const plain = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '')
  if (!/^[\w-]{43}$/u.test(plain)) return null
  try {
    return base64urlnopad.decode(plain)
  } catch {
    return null
  }
}

const KEY = {
  shape: { is: 'text', like: '32 bytes in base64url' },
  default: { none: 'a key in DATA_DIR or the database' },
  isSecret: true,
  example: 'kq2C…',
} as const satisfies Omit<Setting, 'name' | 'meaning'>
const RETIRED = {
  shape: { is: 'text', like: 'z6Mk…, separated by commas' },
  default: { none: 'none' },
  isSecret: false,
  example: 'z6Mkf5rGMoatrSj1f4CyvuHBeXJELe9RPdzo2PKGNCKVtZxP',
} as const satisfies Omit<Setting, 'name' | 'meaning'>

export const trusttagSettings = {
  title: 'TrustTags: issuer, keys, witnesses',
  about:
    'Set all four keys in the environment, or none; `npm run keys -- new` prints four ([running it for others](self-hosting.md#trusttags-issuer-keys-log-witnesses)).',
  settings: [
    {
      name: 'PUBLIC_ISSUER_URL',
      meaning:
        'The origin of issuer, log and files of TrustTags. Every TrustTag contains it: choose it once, and serve it for as long as TrustTags must be checkable.',
      shape: { is: 'origin' },
      default: { none: 'PUBLIC_API_URL' },
      isSecret: false,
      example: 'https://issuer.example.com',
    },
    {
      name: 'KEY_ENCRYPTION_KEY',
      meaning:
        'Encrypts the secret halves of the keys, in the file or the database. Store it separately from the backup, so that a stolen backup does not contain usable keys. If it is lost, the keys are lost.',
      shape: { is: 'text', like: '32 bytes in base64, as `openssl rand -base64 32` prints' },
      default: { none: 'keys are stored unencrypted' },
      isSecret: true,
      example: 'n8tq…=',
    },
    { ...KEY, name: 'TRUSTTAG_ISSUER_KEY', meaning: 'Signs TrustTags of live mode.' },
    { ...KEY, name: 'TRUSTTAG_ISSUER_TEST_KEY', meaning: 'Signs TrustTags of Test Mode.' },
    { ...KEY, name: 'TRUSTTAG_LOG_KEY', meaning: 'Signs the log of live mode.' },
    { ...KEY, name: 'TRUSTTAG_LOG_TEST_KEY', meaning: 'Signs the log of Test Mode.' },
    {
      ...RETIRED,
      name: 'TRUSTTAG_RETIRED_ISSUER_KEYS',
      meaning: 'With keys in the environment: public keys that earlier signed TrustTags.',
    },
    { ...RETIRED, name: 'TRUSTTAG_RETIRED_ISSUER_TEST_KEYS', meaning: 'The same for Test Mode.' },
    { ...RETIRED, name: 'TRUSTTAG_RETIRED_LOG_KEYS', meaning: 'Public keys that earlier signed the log.' },
    { ...RETIRED, name: 'TRUSTTAG_RETIRED_LOG_TEST_KEYS', meaning: 'The same for Test Mode.' },
    {
      name: 'WITNESSES',
      meaning:
        'Witnesses of the log, separated by spaces or commas; https, except on loopback ([witness](witness.md)).',
      shape: { is: 'text', like: '<key>@<URL>' },
      default: { none: 'no other witness' },
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
