import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function disconnectProvider(): Promise<Answer<'disconnectProvider'>> {
  throw new ApiError('provider-not-configured')
}
