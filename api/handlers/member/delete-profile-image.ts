import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const deleteProfileImage: Handler<'deleteProfileImage'> = async () => {
  throw new ApiError('service-unavailable')
}
