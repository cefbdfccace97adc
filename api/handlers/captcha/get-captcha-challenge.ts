import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const getCaptchaChallenge: Handler<'getCaptchaChallenge'> = async () => {
  throw new ApiError('service-unavailable')
}
