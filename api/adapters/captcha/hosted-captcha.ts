import { parseUrl } from '../../../contract/parse-url'
import * as v from 'valibot'
import { ApiError } from '../../lib/errors'
import type { Captcha } from '../../ports/captcha'

const TIMEOUT_MS = 5_000

/** By provider: where it is asked. The two speak alike: a form in, JSON out. */
const endpoints = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

export type HostedProvider = keyof typeof endpoints

export interface HostedCaptchaOptions {
  provider: HostedProvider
  siteKey: string
  secret: string
  /** Asked instead of the provider. */
  endpoint?: string
  timeoutMs?: number
}

const answer = v.object({
  success: v.boolean(),
  /** Of the page that the captcha was solved on. */
  hostname: v.optional(v.nullable(v.string())),
  'error-codes': v.optional(v.array(v.string()), []),
})
type Answer = v.InferOutput<typeof answer>

/** What says that the token is bad. Everything else is a fault of the provider or of our settings. */
const tokenFaults = new Set([
  'missing-input-response',
  'invalid-input-response',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
  'timeout-or-duplicate',
])

/** hCaptcha or Turnstile. They let each token count once, and say so by an error code. */
export function createHostedCaptcha(options: HostedCaptchaOptions): Captcha {
  const { provider, siteKey } = options
  return {
    publicPart: { provider, siteKey },

    challenge: () => Promise.reject(new ApiError('not-found')),

    async verify(token, { origin }) {
      const { success, hostname, 'error-codes': codes } = await ask(options, token)
      if (success) return isHostOf(hostname, origin)
      if (codes.length > 0 && codes.every((code) => tokenFaults.has(code))) return false
      throw unavailable(provider, `refused with ${JSON.stringify(codes)}`)
    },
  }
}

/** A token that was solved on another site was lent, or fished. */
function isHostOf(hostname: string | null | undefined, origin: string | null): boolean {
  return Boolean(hostname) && origin !== null && parseUrl(origin)?.hostname === hostname
}

async function ask(options: HostedCaptchaOptions, token: string): Promise<Answer> {
  const { provider, siteKey, secret, endpoint = endpoints[provider], timeoutMs = TIMEOUT_MS } = options
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, sitekey: siteKey }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return v.parse(answer, await response.json())
  } catch (error) {
    throw unavailable(provider, 'gave no answer that could be read', error)
  }
}

const unavailable = (provider: HostedProvider, what: string, cause?: unknown): ApiError =>
  new ApiError('service-unavailable', { cause: new Error(`The captcha provider ${provider} ${what}.`, { cause }) })
