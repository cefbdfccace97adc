import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const setPassword: Handler<'setPassword'> = async () => {
  throw new ApiError('service-unavailable')
}
