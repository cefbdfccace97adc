import { ApiError } from '../../domain/api-error'
import type { Answer } from '../../../contract/schemas'

export async function exchangeMemberTicket(): Promise<Answer<'exchangeMemberTicket'>> {
  throw new ApiError('service-unavailable')
}
