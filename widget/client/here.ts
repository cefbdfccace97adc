import { PATH_MAX_CHARS } from '../../contract/limits'
import { takeParameter } from '../lib/take-parameter'

/**
 * The page's address, to be come back to: without an invitation, which is nobody else's; without query and fragment where
 * no server takes them.
 */
export function hereOf({ origin, pathname, search, hash }: Location): string {
  const path = origin + pathname
  const address = path + takeParameter(search, 'inviteToken').rest + hash
  return address.length > PATH_MAX_CHARS ? path : address
}
