import { base64urlnopad } from '@scure/base'
import { multikeyBytes } from '../../../contract/credential/check-proof'
import { keyPurposes } from './keys'
import type { KeyPurpose } from './keys'

/** Where the keys of issuer and log are. */
export type KeySettings =
  | {
      keysIn: 'files' | 'database'
      /** 32 bytes that they are encrypted with; null: they are kept plain. */
      encryptionKey: Uint8Array | null
    }
  | {
      keysIn: 'environment'
      /** 32 bytes each. */
      seeds: Record<KeyPurpose, Uint8Array>
      /** Public keys that signed before. */
      retired: Record<KeyPurpose, readonly Uint8Array[]>
    }

/** The variables of every key. */
export const keyVariables = {
  'issuer-live': { key: 'TRUSTTAG_ISSUER_KEY', retired: 'TRUSTTAG_RETIRED_ISSUER_KEYS' },
  'issuer-test': { key: 'TRUSTTAG_ISSUER_TEST_KEY', retired: 'TRUSTTAG_RETIRED_ISSUER_TEST_KEYS' },
  'log-live': { key: 'TRUSTTAG_LOG_KEY', retired: 'TRUSTTAG_RETIRED_LOG_KEYS' },
  'log-test': { key: 'TRUSTTAG_LOG_TEST_KEY', retired: 'TRUSTTAG_RETIRED_LOG_TEST_KEYS' },
} as const satisfies Record<KeyPurpose, { key: string; retired: string }>

/**
 * In the environment when it names keys, in the database when that is shared (`DATABASE_URL`), else in files of DATA_DIR.
 * @returns one line for what cannot be used; no value is ever repeated in it
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

function readEnvironment(
  read: (name: string) => string | undefined,
  given: readonly KeyPurpose[],
): KeySettings | string {
  const missing = keyPurposes.find((purpose) => !given.includes(purpose))
  if (missing) return `${keyVariables[missing].key} is missing. Keys in the environment are all four or none.`
  const texts = keyPurposes.map((purpose) => read(keyVariables[purpose].key) ?? '')
  const seeds = texts.map(bytesOf)
  const wrong = keyPurposes.find((_, index) => !seeds[index])
  if (wrong) return `${keyVariables[wrong].key} must be 32 bytes in base64url, such as \`npm run keys -- new\` prints.`
  if (new Set(seeds.map(String)).size < seeds.length) return 'Two of the keys in the environment are the same.'
  const retired = keyPurposes.map((purpose) => readRetired(read(keyVariables[purpose].retired)))
  const bad = keyPurposes.find((_, index) => !retired[index])
  if (bad) return `${keyVariables[bad].retired} must be public keys (z6Mk…) with commas between them.`
  return { keysIn: 'environment', seeds: byPurpose(seeds), retired: byPurpose(retired) }
}

/** Null when one of them is none. */
function readRetired(text: string | undefined): readonly Uint8Array[] | null {
  const keys = (text ?? '').split(',').flatMap((key) => (key.trim() === '' ? [] : [multikeyBytes(key.trim())]))
  const known = keys.filter((key) => key !== null)
  return known.length === keys.length ? known : null
}

/** In the order of the purposes; all are there. */
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

/** 32 bytes of either base64; null for anything else. */
function bytesOf(text: string): Uint8Array | null {
  const plain = text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/u, '')
  if (!/^[\w-]{43}$/u.test(plain)) return null
  try {
    return base64urlnopad.decode(plain)
  } catch {
    return null
  }
}
