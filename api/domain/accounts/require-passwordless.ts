import { ApiError } from '../../lib/errors'
import type { AppDefinition } from '../app-definition'

/** @throws ApiError `passwordless-disabled` where the app does not offer mailed codes */
export function requirePasswordless({ passwordless }: AppDefinition): void {
  if (!passwordless.enabled) throw new ApiError('passwordless-disabled')
}
