import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function addPlan(): Promise<Answer<'addPlan'>> {
  throw new ApiError('payments-not-configured')
}
