import { JSON_MAX_DEPTH } from '../limits'

/**
 * Whether parsed JSON can be serialized again unchanged: no numbers beyond JSON (1e999 parses as Infinity), and no
 * nesting that would overflow the stack. It is iterative and allocates no lists: a megabyte of small lists takes a few
 * milliseconds.
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
