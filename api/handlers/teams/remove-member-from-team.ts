import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function removeMemberFromTeam(): Promise<Answer<'removeMemberFromTeam'>> {
  throw new ApiError('payments-not-configured')
}
