import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const sendPasswordlessLoginEmail: Handler<'sendPasswordlessLoginEmail'> = async () => {
  throw new ApiError('service-unavailable')
}
