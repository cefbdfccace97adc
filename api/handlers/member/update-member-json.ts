import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const updateMemberJson: Handler<'updateMemberJson'> = async () => {
  throw new ApiError('service-unavailable')
}
