import { performance } from 'node:perf_hooks'
import type { Awaitable } from '../../../ports/awaitable'

/** How many answers are remembered at most. */
const ENTRIES_MAX = 100

/**
 * The same look-up, asked at most so often for one key. Nothing is remembered of what was not there: whatever is new is found
 * at once. The time is the machine's own, which nobody sets back.
 */
export function rememberFor<T extends object>(
  milliseconds: number,
  lookUp: (key: string) => Promise<T | null>,
): (key: string) => Awaitable<T | null> {
  const known = new Map<string, { found: T; until: number }>()
  const lookUpNow = async (key: string, now: number): Promise<T | null> => {
    const found = await lookUp(key)
    if (known.size >= ENTRIES_MAX) known.clear()
    if (found === null) known.delete(key)
    else known.set(key, { found, until: now + milliseconds })
    return found
  }
  return (key) => {
    const now = performance.now()
    const entry = known.get(key)
    return entry && now < entry.until ? entry.found : lookUpNow(key, now)
  }
}
