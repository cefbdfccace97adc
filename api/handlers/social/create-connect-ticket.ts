import type { Answer } from '../../../contract/schemas'
import { ApiError } from '../../domain/api-error'

export async function createConnectTicket(): Promise<Answer<'createConnectTicket'>> {
  throw new ApiError('provider-not-configured')
}
