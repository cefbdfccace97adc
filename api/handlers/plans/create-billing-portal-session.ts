import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function createBillingPortalSession(): Promise<Answer<'createBillingPortalSession'>> {
  throw new ApiError('payments-not-configured')
}
