import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const sendPasswordlessSignupEmail: Handler<'sendPasswordlessSignupEmail'> = async () => {
  throw new ApiError('service-unavailable')
}
