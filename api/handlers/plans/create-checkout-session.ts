import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function createCheckoutSession(): Promise<Answer<'createCheckoutSession'>> {
  throw new ApiError('payments-not-configured')
}
