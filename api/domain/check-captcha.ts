import type { RequestContext } from '../ports/handler'
import type { Services } from '../ports/services'
import { requireCaptcha } from './require-captcha'

/**
 * Lets a call through where its app requires no captcha, or its token is good; that token is used up then.
 * @throws ApiError `invalid-captcha`; `service-unavailable` when the provider cannot be asked
 */
export async function checkCaptcha(
  services: Pick<Services, 'captcha'>,
  request: RequestContext,
  token: string | null | undefined,
): Promise<void> {
  if (request.app.captchaRequired) await requireCaptcha(services, request, token)
}
