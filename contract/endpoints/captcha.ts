import type { Endpoint } from './endpoint'

export const captchaEndpoints = {
  /** A puzzle for the self-hosted proof of work; `not-found` if a hosted provider is used instead. */
  getCaptchaChallenge: { method: 'GET', path: '/captcha/challenge', access: 'public' },
} as const satisfies Record<string, Endpoint>
