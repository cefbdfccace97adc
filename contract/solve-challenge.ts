import { CAPTCHA_COUNTER_MAX } from './limits'
import type { CaptchaChallenge } from './schemas/captcha'

const bytes = (hex: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const hex = (buffer: ArrayBuffer): string =>
  Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Solves a puzzle. The browser derives each key off the main thread, so the page stays responsive without a worker,
 * which a strict CSP would block.
 * @returns the token: base64 of `{ challenge, solution }` in JSON
 * @throws Error when no counter fits
 */
export async function solveChallenge(challenge: CaptchaChallenge, subtle: SubtleCrypto): Promise<string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = challenge.parameters
  const password = bytes(`${nonce}00000000`)
  const method = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: cost }
  for (let counter = 1; counter <= CAPTCHA_COUNTER_MAX; counter += 1) {
    new DataView(password.buffer).setUint32(nonce.length / 2, counter)
    // Sequential on purpose: in parallel it would use every core of a phone.
    // oxlint-disable-next-line no-await-in-loop
    const key = await subtle.importKey('raw', password, method.name, false, ['deriveBits'])
    // oxlint-disable-next-line no-await-in-loop
    const derivedKey = hex(await subtle.deriveBits(method, key, keyLength * 8))
    if (derivedKey.startsWith(keyPrefix)) return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }))
  }
  throw new Error('The captcha puzzle has no solution.')
}
