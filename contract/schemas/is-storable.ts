import { JSON_MAX_DEPTH } from '../limits'

/**
 * Whether parsed JSON can be written down again as it came: no number beyond what JSON knows (1e999 reads as Infinity),
 * and not nested so deep that writing it would end in a stack overflow. It does not recurse itself.
 */
export function isStorable(value: object): boolean {
  let level: object[] = [value]
  for (let depth = 1; level.length > 0; depth += 1) {
    const entries = level.flatMap((container): unknown[] => Object.values(container))
    if (depth > JSON_MAX_DEPTH || entries.some((entry) => typeof entry === 'number' && !Number.isFinite(entry))) {
      return false
    }
    level = entries.filter((entry) => typeof entry === 'object' && entry !== null)
  }
  return true
}
