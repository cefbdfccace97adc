import * as v from 'valibot'
import { parseUrl } from '../../../contract/parse-url'
import { ApiError } from '../../lib/errors'
import { ConfigError, type Read, type SettingGroup } from '../../lib/settings'
import type { Captcha } from './check'
import { createProofOfWork, type ProofOfWorkOptions } from './proof-of-work'

const TIMEOUT_MS = 5_000

/** Both have the same API: form in, JSON out. */
const endpoints = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const

type HostedProvider = keyof typeof endpoints

export interface CaptchaSettings {
  provider: HostedProvider
  siteKey: string
  secret: string
}

/** Self-hosted without settings. */
export function createCaptcha(settings: CaptchaSettings | null, options: ProofOfWorkOptions): Captcha {
  return settings ? createHostedCaptcha(settings) : createProofOfWork(options)
}

interface HostedCaptchaOptions extends CaptchaSettings {
  endpoint?: string
  timeoutMs?: number
}

const answer = v.object({
  success: v.boolean(),
  /** Host of the page where the captcha was solved. */
  hostname: v.optional(v.nullable(v.string())),
  'error-codes': v.optional(v.array(v.string()), []),
})
type Answer = v.InferOutput<typeof answer>

/** A bad token. Other codes are faults of the provider or of the settings. */
const tokenFaults = new Set([
  'missing-input-response',
  'invalid-input-response',
  'expired-input-response',
  'already-seen-response',
  'invalid-or-already-seen-response',
  'timeout-or-duplicate',
])

/** hCaptcha or Turnstile; the provider makes tokens single-use. */
export function createHostedCaptcha(options: HostedCaptchaOptions): Captcha {
  const { provider, siteKey } = options
  return {
    publicPart: { provider, siteKey },

    challenge: () => Promise.reject(new ApiError('not-found')),

    async verify(token, { origin }) {
      const { success, hostname, 'error-codes': codes } = await ask(options, token)
      if (success) return isHostOf(hostname, origin)
      if (codes.length > 0 && codes.every((code) => tokenFaults.has(code))) return false
      throw unavailable(provider, `rejected the check with ${JSON.stringify(codes)}`)
    },
  }
}

/** Refuses tokens solved on another site. */
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
    throw unavailable(provider, 'sent an unreadable response', error)
  }
}

const unavailable = (provider: HostedProvider, what: string, cause?: unknown): ApiError =>
  new ApiError('service-unavailable', { cause: new Error(`The captcha provider ${provider} ${what}.`, { cause }) })

const CAPTCHAS = [
  { provider: 'hcaptcha', siteKey: 'HCAPTCHA_SITE_KEY', secret: 'HCAPTCHA_SECRET' },
  { provider: 'turnstile', siteKey: 'TURNSTILE_SITE_KEY', secret: 'TURNSTILE_SECRET' },
] as const

/** Errors do not repeat the secret. */
export function readCaptcha(read: Read): CaptchaSettings | null {
  const [found, another] = CAPTCHAS.flatMap((names) => {
    const [siteKey, secret] = [read(names.siteKey), read(names.secret)]
    if (siteKey === undefined && secret === undefined) return []
    if (siteKey !== undefined && secret !== undefined) return [{ provider: names.provider, siteKey, secret }]
    const [given, missing] = siteKey === undefined ? [names.secret, names.siteKey] : [names.siteKey, names.secret]
    throw new ConfigError(`${given} is set without ${missing}. A hosted captcha needs both settings.`)
  })
  if (another === undefined) return found ?? null
  throw new ConfigError(`${CAPTCHAS.map(({ siteKey }) => siteKey).join(' and ')} are both set. Choose one captcha.`)
}

export const captchaSettings = {
  title: 'Captcha',
  about: 'Set both values of one hosted service to replace the self-hosted proof of work ([captcha](captcha.md)).',
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
      meaning: 'The secret key of hCaptcha.',
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
      meaning: 'The secret key of Turnstile.',
      shape: { is: 'text', like: 'a secret' },
      default: { none: 'proof of work' },
      isSecret: true,
      example: '1x0000000000000000000000000000000AA',
    },
  ],
} as const satisfies SettingGroup
