import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function generateInviteToken(): Promise<Answer<'generateInviteToken'>> {
  throw new ApiError('payments-not-configured')
}
