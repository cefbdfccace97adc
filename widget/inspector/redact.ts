import { tryOrUndefined } from '../lib/errors'

/** Longer ones say nothing more to whoever reads a line of the log. */
const TEXT_MAX_CHARS = 120
const INPUT_MAX_CHARS = 1_000
const GONE = '…'

/** Names of what opens something, in inputs and in addresses. */
const SECRET_NAME = /pass|token|code|otp|captcha|ticket|secret|invite|auth|session|key|device|proof/i
// The part before the @ is bounded: without it a long text takes quadratic time.
const EMAIL = /[^\s"'<>/?&=:;,@]{1,64}(@|%40)[^\s"'<>/?&=:;,@]+/gi
/** As long as a drawn token at least. */
const LONG_WORD = /[\w-]{20,}/g
/** Ids and addresses are made of words and numbers, drawn tokens are not. */
const READABLE = /^([a-z]*|\d{1,5})$/

/** A text without e-mail addresses and without anything that looks like a token. */
export const redactText = (text: string): string =>
  text
    .replace(EMAIL, GONE)
    .replace(LONG_WORD, (word) => (word.split(/[-_]/).every((part) => READABLE.test(part)) ? word : GONE))

/** What was sent, as JSON: without the values of secrets, and shortened. */
export function redactInput(input: object): string {
  const json = tryOrUndefined(() =>
    JSON.stringify(input, (name, value: unknown) => {
      if (SECRET_NAME.test(name)) return GONE
      return typeof value === 'string' ? cut(redactText(value), TEXT_MAX_CHARS) : value
    }),
  )
  // Names come from people, too.
  return cut(redactText(json ?? ''), INPUT_MAX_CHARS)
}

/**
 * An address that can be shown: without a name and password, without the values of secrets.
 * @param base what a relative one counts from; its origin is left out
 */
export function redactAddress(address: string, base: string): string {
  const url = tryOrUndefined(() => new URL(address, base))
  if (!url) return cut(redactText(address), TEXT_MAX_CHARS)
  const origin = url.origin === tryOrUndefined(() => new URL(base).origin) ? '' : url.origin
  return cut(redactText(origin + url.pathname + withoutSecrets(url.search) + withoutSecrets(url.hash)), TEXT_MAX_CHARS)
}

/** Of `?a=1&token=2`; a fragment can be written so, too. */
const withoutSecrets = (fields: string): string =>
  fields.replace(/([^?#&=]+)=([^&]*)/g, (field, name: string) =>
    SECRET_NAME.test(decoded(name)) ? `${name}=${GONE}` : field,
  )

const decoded = (name: string): string => tryOrUndefined(() => decodeURIComponent(name)) ?? name

export const cut = (text: string, max: number): string => (text.length > max ? text.slice(0, max) + GONE : text)
