import { workSampleTypes } from '../../../contract/work-sample-types'
import type { WorkSampleKind, WorkSampleType } from '../../../contract/work-sample-types'
import { ApiError } from '../../lib/errors'

/** `jpg` of `Photo.JPG`; empty without one. */
export const endingOf = (name: string): string => /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''

const types: readonly WorkSampleType[] = workSampleTypes

/** Of a media type that is taken; null for another. */
export const kindOf = (type: string): WorkSampleKind | null => types.find((one) => one.type === type)?.kind ?? null

/**
 * What a file is said to be, by its media type or, where that says nothing to us, by its name.
 * @throws ApiError `unsupported-file-type`
 */
export function claimedType(name: string, type: string): WorkSampleType {
  const mediaType = type.split(';')[0]?.trim().toLowerCase()
  const found =
    types.find((one) => one.type === mediaType) ?? types.find(({ endings }) => endings.includes(endingOf(name)))
  if (!found) throw new ApiError('unsupported-file-type')
  return found
}
