import { workSampleTypes } from '../../../contract/work-sample-types'
import type { WorkSampleType } from '../../../contract/work-sample-types'
import { endingOf } from './claimed-type'

/**
 * The name under which a work sample is saved: as its holder called it, with an ending that fits what it is. A machine opens
 * a file by its ending, whatever is inside.
 */
export function downloadName(name: string, type: string): string {
  const types: readonly WorkSampleType[] = workSampleTypes
  const own = types.find((one) => one.type === type)
  const [usual = 'bin'] = own?.endings ?? []
  const ending = endingOf(name)
  if (own?.endings.includes(ending)) return name
  const isOfItsKind = types.some(({ kind, endings }) => kind === own?.kind && endings.includes(ending))
  return `${isOfItsKind ? name.slice(0, -ending.length - 1) : name}.${usual}`
}
