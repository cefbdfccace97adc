import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const passwordlessLogin: Handler<'passwordlessLogin'> = async () => {
  throw new ApiError('service-unavailable')
}
