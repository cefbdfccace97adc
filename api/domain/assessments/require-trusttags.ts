import type { AppDefinition } from '../app-definition'
import { ApiError } from '../../lib/errors'

/** @throws ApiError `not-found` for an app that issues no TrustTags */
export function requireTrustTags({ trustTag }: AppDefinition): NonNullable<AppDefinition['trustTag']> {
  if (!trustTag) throw new ApiError('not-found')
  return trustTag
}
