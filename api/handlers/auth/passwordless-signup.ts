import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const passwordlessSignup: Handler<'passwordlessSignup'> = async () => {
  throw new ApiError('service-unavailable')
}
