import { MEMBER_JSON_MAX_BYTES } from '../../../contract/limits'
import { ApiError } from '../../lib/errors'

/** @throws ApiError `field-limit-exceeded` past `MEMBER_JSON_MAX_BYTES`, as a member's JSON is stored */
export function requireJsonFits(json: object): void {
  if (Buffer.byteLength(JSON.stringify(json)) > MEMBER_JSON_MAX_BYTES) throw new ApiError('field-limit-exceeded')
}
