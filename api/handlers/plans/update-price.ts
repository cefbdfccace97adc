import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function updatePrice(): Promise<Answer<'updatePrice'>> {
  throw new ApiError('payments-not-configured')
}
