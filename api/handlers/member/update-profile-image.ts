import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const updateProfileImage: Handler<'updateProfileImage'> = async () => {
  throw new ApiError('service-unavailable')
}
