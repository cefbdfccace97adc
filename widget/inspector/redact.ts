import { tryOrUndefined } from '../lib/errors'

/** Limit for one value. */
const TEXT_MAX_CHARS = 120
const INPUT_MAX_CHARS = 1_000
/** Replaces a secret. */
const GONE = '…'

/** Names of secrets in inputs and URLs. */
const SECRET_NAME = /pass|token|code|otp|captcha|ticket|secret|invite|auth|session|key|device|proof/i
// The part before the @ is limited: otherwise a long text takes quadratic time.
const EMAIL = /[^\s"'<>/?&=:;,@]{1,64}(@|%40)[^\s"'<>/?&=:;,@]+/gi
/** The minimum length of a random token. */
const LONG_WORD = /[\w-]{20,}/g
/** Parts of IDs and URLs are words or numbers. Parts of random tokens are not. */
const READABLE = /^([a-z]*|\d{1,5})$/

/** Removes email addresses and anything that looks like a token. */
export const redactText = (text: string): string =>
  text
    .replace(EMAIL, GONE)
    .replace(LONG_WORD, (word) => (word.split(/[-_]/).every((part) => READABLE.test(part)) ? word : GONE))

/** An input as JSON, redacted and shortened. */
export function redactInput(input: object): string {
  const json = tryOrUndefined(() =>
    JSON.stringify(input, (name, value: unknown) => {
      if (SECRET_NAME.test(name)) return GONE
      return typeof value === 'string' ? cut(redactText(value), TEXT_MAX_CHARS) : value
    }),
  )
  // Field names may contain personal data too.
  return cut(redactText(json ?? ''), INPUT_MAX_CHARS)
}

/**
 * A URL without credentials and secrets.
 * @param base of a relative URL; the same origin is omitted
 */
export function redactUrl(text: string, base: string): string {
  const url = tryOrUndefined(() => new URL(text, base))
  if (!url) return cut(redactText(text), TEXT_MAX_CHARS)
  const origin = url.origin === tryOrUndefined(() => new URL(base).origin) ? '' : url.origin
  return cut(redactText(origin + url.pathname + withoutSecrets(url.search) + withoutSecrets(url.hash)), TEXT_MAX_CHARS)
}

/** For `?a=1&token=2` in a query or fragment. */
const withoutSecrets = (fields: string): string =>
  fields.replace(/([^?#&=]+)=([^&]*)/g, (field, name: string) =>
    SECRET_NAME.test(decoded(name)) ? `${name}=${GONE}` : field,
  )

const decoded = (name: string): string => tryOrUndefined(() => decodeURIComponent(name)) ?? name

export const cut = (text: string, max: number): string => (text.length > max ? text.slice(0, max) + GONE : text)
