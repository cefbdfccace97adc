import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function redeemProviderAnswer(): Promise<Answer<'redeemProviderAnswer'>> {
  throw new ApiError('provider-not-configured')
}
