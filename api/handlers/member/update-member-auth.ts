import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const updateMemberAuth: Handler<'updateMemberAuth'> = async () => {
  throw new ApiError('service-unavailable')
}
