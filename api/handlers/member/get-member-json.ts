import type { Handler } from '../../ports/handler'
import { ApiError } from '../../domain/api-error'

export const getMemberJson: Handler<'getMemberJson'> = async () => {
  throw new ApiError('service-unavailable')
}
