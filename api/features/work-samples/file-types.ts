import { workSampleTypes } from '../../../contract/work-sample-types'
import type { WorkSampleKind, WorkSampleType } from '../../../contract/work-sample-types'
import { ApiError } from '../../lib/errors'

/** `jpg` of `Photo.JPG`; empty without one. */
const endingOf = (name: string): string => /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''

const types: readonly WorkSampleType[] = workSampleTypes

/** Null for a media type that is not accepted. */
export const kindOf = (type: string): WorkSampleKind | null => types.find((one) => one.type === type)?.kind ?? null

/**
 * The type that a client claims, by media type or, where that is unknown, by file name.
 * @throws ApiError `unsupported-file-type`
 */
export function claimedType(name: string, type: string): WorkSampleType {
  const mediaType = type.split(';')[0]?.trim().toLowerCase()
  const found =
    types.find((one) => one.type === mediaType) ?? types.find(({ endings }) => endings.includes(endingOf(name)))
  if (!found) throw new ApiError('unsupported-file-type')
  return found
}

/** The holder's file name with an ending that fits the type: systems open a file by its ending, whatever is inside. */
export function downloadName(name: string, type: string): string {
  const own = types.find((one) => one.type === type)
  const [usual = 'bin'] = own?.endings ?? []
  const ending = endingOf(name)
  if (own?.endings.includes(ending)) return name
  const isOfItsKind = types.some(({ kind, endings }) => kind === own?.kind && endings.includes(ending))
  return `${isOfItsKind ? name.slice(0, -ending.length - 1) : name}.${usual}`
}
