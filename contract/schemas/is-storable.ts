import { JSON_MAX_DEPTH } from '../limits'

/**
 * Whether parsed JSON can be written down again as it came: no number beyond what JSON knows (1e999 reads as Infinity),
 * and not nested so deep that writing it would end in a stack overflow. It does not recurse itself, and makes no lists: a
 * megabyte of small lists takes it a few milliseconds.
 */
export function isStorable(value: object): boolean {
  const open: object[] = [value]
  const depths = [1]
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    const depth = depths.pop() ?? 1
    if (depth > JSON_MAX_DEPTH) return false
    const entries: readonly unknown[] = Array.isArray(container) ? container : Object.values(container)
    for (const entry of entries) {
      if (typeof entry === 'number' && !Number.isFinite(entry)) return false
      if (typeof entry !== 'object' || entry === null) continue
      open.push(entry)
      depths.push(depth + 1)
    }
  }
  return true
}
