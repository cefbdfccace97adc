import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function getTeam(): Promise<Answer<'getTeam'>> {
  throw new ApiError('payments-not-configured')
}
