import { CAPTCHA_TOKEN_MAX_CHARS } from '../../contract/limits'
import type { RequestContext } from '../ports/handler'
import type { Services } from '../ports/services'
import { ApiError } from '../lib/errors'

/**
 * Lets a call through whose captcha token is good; it is used up then.
 * @throws ApiError `invalid-captcha`; `service-unavailable` when the provider cannot be asked
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
