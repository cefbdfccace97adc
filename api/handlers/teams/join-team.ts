import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function joinTeam(): Promise<Answer<'joinTeam'>> {
  throw new ApiError('payments-not-configured')
}
