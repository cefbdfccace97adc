import type { App } from '../../../contract/entities'
import { CAPTCHA_TOKEN_MAX_CHARS } from '../../../contract/limits'
import type { CaptchaChallenge } from '../../../contract/schemas/captcha'
import { ApiError } from '../../lib/errors'
import type { Mode } from '../../lib/ids'
import type { Services } from '../../http/services'
import type { AppDefinition } from '../apps/definition'

declare module '../../http/services' {
  interface Services {
    captcha: Captcha
    /** Puzzles past a rate limit, whichever captcha is configured. */
    proofOfWork: Captcha
  }
}

export interface CaptchaScope {
  appId: string
  mode: Mode
  origin: string | null
}

export interface Captcha {
  /** Sent to browsers. */
  readonly publicPart: App['captcha']
  /** @throws ApiError `not-found` for a hosted provider */
  challenge(scope: CaptchaScope): Promise<CaptchaChallenge>
  /** A token is valid for one scope and one call. @throws ApiError `service-unavailable` when a hosted provider is unreachable */
  verify(token: string, scope: CaptchaScope): Promise<boolean>
}

interface ProtectedCall extends Omit<CaptchaScope, 'appId'> {
  app: Pick<AppDefinition, 'id' | 'captchaRequired'>
}

/** If the app requires a captcha. @throws ApiError as `requireCaptcha` */
export async function checkCaptcha(
  services: Pick<Services, 'captcha'>,
  request: ProtectedCall,
  token: string | null | undefined,
): Promise<void> {
  if (request.app.captchaRequired) await requireCaptcha(services, request, token)
}

/** Checks and uses up a token. @throws ApiError `invalid-captcha`; `service-unavailable` when the provider is unreachable */
export async function requireCaptcha(
  { captcha }: Pick<Services, 'captcha'>,
  { app, mode, origin }: ProtectedCall,
  token: string | null | undefined,
): Promise<void> {
  const good =
    token && token.length <= CAPTCHA_TOKEN_MAX_CHARS && (await captcha.verify(token, { appId: app.id, mode, origin }))
  if (!good) throw new ApiError('invalid-captcha')
}

export const captchaHandlers = {
  /** Also for apps that require no captcha. @throws ApiError `not-found` with a hosted captcha, `too-many-requests` */
  async getCaptchaChallenge(
    { captcha, rateLimiter }: Pick<Services, 'captcha' | 'rateLimiter'>,
    { app, mode, origin, ipAddress }: ProtectedCall & { ipAddress: string },
  ) {
    await rateLimiter.take('captchaChallengesPerAddress', ipAddress)
    return { data: await captcha.challenge({ appId: app.id, mode, origin }) }
  },
}
