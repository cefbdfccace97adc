import { ApiError } from '../../domain/api-error'
import type { Answer } from '../../../contract/schemas'

export async function createMemberTicket(): Promise<Answer<'createMemberTicket'>> {
  throw new ApiError('service-unavailable')
}
