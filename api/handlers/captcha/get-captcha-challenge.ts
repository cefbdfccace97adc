import type { Answer } from '../../../contract/schemas'
import type { RequestContext } from '../../ports/handler'
import type { Services } from '../../ports/services'

/**
 * A puzzle for the self-hosted proof of work; also for an app that requires none, which then ignores the answer.
 *
 * @throws ApiError `not-found` where a hosted captcha is used, `too-many-requests`
 */
export async function getCaptchaChallenge(
  { captcha, rateLimiter }: Pick<Services, 'captcha' | 'rateLimiter'>,
  { app, mode, origin, address }: RequestContext,
): Promise<Answer<'getCaptchaChallenge'>> {
  await rateLimiter.take('captchaChallengesPerAddress', address)
  return { data: await captcha.challenge({ appId: app.id, mode, origin }) }
}
