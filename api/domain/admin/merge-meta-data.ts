import * as v from 'valibot'
import { metaData as bounded } from '../../../contract/schemas/fields'
import type { MemberRow } from '../../ports/store'
import { ApiError } from '../../lib/errors'

/** A member's metadata with some keys anew. @throws ApiError `field-limit-exceeded` for more than a member can have */
export function mergeMetaData(current: MemberRow['metaData'], sent: MemberRow['metaData']): MemberRow['metaData'] {
  const merged = { ...current, ...sent }
  if (!v.is(bounded, merged)) throw new ApiError('field-limit-exceeded')
  return merged
}
