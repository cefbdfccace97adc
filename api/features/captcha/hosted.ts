import * as v from 'valibot'
import { parseUrl } from '../../../contract/parse-url'
import { ApiError } from '../../lib/errors'
import type { Captcha } from './check'
import { createProofOfWork } from './proof-of-work'
import type { ProofOfWorkOptions } from './proof-of-work'

const TIMEOUT_MS = 5_000

/** Both providers have the same API: a form in, JSON out. */
const endpoints = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

type HostedProvider = keyof typeof endpoints

/** A hosted captcha, with its public key and the secret for calls to it. */
export interface CaptchaSettings {
  provider: HostedProvider
  siteKey: string
  secret: string
}

/** The captcha of the environment, by default the self-hosted one. */
export function createCaptcha(settings: CaptchaSettings | null, options: ProofOfWorkOptions): Captcha {
  return settings ? createHostedCaptcha(settings) : createProofOfWork(options)
}

interface HostedCaptchaOptions extends CaptchaSettings {
  /** Replaces the provider's URL. */
  endpoint?: string
  timeoutMs?: number
}

const answer = v.object({
  success: v.boolean(),
  /** Host of the page on which the captcha was solved. */
  hostname: v.optional(v.nullable(v.string())),
  'error-codes': v.optional(v.array(v.string()), []),
})
type Answer = v.InferOutput<typeof answer>

/** Codes for a bad token. All others are faults of the provider or of our settings. */
const tokenFaults = new Set([
  'missing-input-response',
  'invalid-input-response',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
  'timeout-or-duplicate',
])

/** hCaptcha or Turnstile. The provider makes sure that a token works once. */
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

/** Refuses tokens that were solved on another site. */
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
