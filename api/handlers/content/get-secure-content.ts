import { ApiError } from '../../domain/api-error'
import type { Answer } from '../../../contract/schemas'

export async function getSecureContent(): Promise<Answer<'getSecureContent'>> {
  throw new ApiError('service-unavailable')
}
