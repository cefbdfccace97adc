import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function removePlan(): Promise<Answer<'removePlan'>> {
  throw new ApiError('payments-not-configured')
}
