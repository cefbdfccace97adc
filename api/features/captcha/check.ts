import type { App } from '../../../contract/entities'
import { CAPTCHA_TOKEN_MAX_CHARS } from '../../../contract/limits'
import type { CaptchaChallenge } from '../../../contract/schemas/captcha'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { Handlers, RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/** What a token is bound to. */
export interface CaptchaScope {
  appId: string
  mode: Mode
  /** The Origin header of the call, null without one. */
  origin: string | null
}

export interface Captcha {
  /** The part for browsers. */
  readonly publicPart: App['captcha']
  /** Makes a puzzle. @throws ApiError `not-found` for a hosted provider, which makes its own */
  challenge(scope: CaptchaScope): Promise<CaptchaChallenge>
  /**
   * Whether the token is valid for this scope. It works once: a second call returns false.
   * @throws ApiError `service-unavailable` when a hosted provider is unreachable
   */
  verify(token: string, scope: CaptchaScope): Promise<boolean>
}

/** State of puzzles that processes share. */
export interface CaptchaRepository {
  /** The stored signing key; stores `candidate` if there is none. */
  signingKey(candidate: string): Promise<string>
  /** Marks a puzzle as used until it expires; false if it was used before. */
  use(signature: string, expiresAt: number): Promise<boolean>
  deleteExpired(now: number): Promise<void>
}

/**
 * Checks the captcha if the app requires one.
 * @throws ApiError as `requireCaptcha`
 */
export async function checkCaptcha(
  services: Pick<Services, 'captcha'>,
  request: RequestContext,
  token: string | null | undefined,
): Promise<void> {
  if (request.app.captchaRequired) await requireCaptcha(services, request, token)
}

/**
 * Checks and uses up a captcha token.
 * @throws ApiError `invalid-captcha`; `service-unavailable` when the provider is unreachable
 */
export async function requireCaptcha(
  { captcha }: Pick<Services, 'captcha'>,
  { app, mode, origin }: RequestContext,
  token: string | null | undefined,
): Promise<void> {
  const good =
    token && token.length <= CAPTCHA_TOKEN_MAX_CHARS && (await captcha.verify(token, { appId: app.id, mode, origin }))
  if (!good) throw new ApiError('invalid-captcha')
}

export const captchaHandlers = {
  /**
   * Makes a puzzle for the self-hosted captcha, also for an app that requires none.
   * @throws ApiError `not-found` with a hosted captcha, `too-many-requests`
   */
  async getCaptchaChallenge({ captcha, rateLimiter }, { app, mode, origin, address }) {
    await rateLimiter.take('captchaChallengesPerAddress', address)
    return { data: await captcha.challenge({ appId: app.id, mode, origin }) }
  },
} satisfies Partial<Handlers>
