export interface BoundedCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): T
}

/** Bounded cache, FIFO eviction. */
export function createBoundedCache<T>(entriesMax: number): BoundedCache<T> {
  const values = new Map<string, T>()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      values.set(key, value)
      const [oldest] = values.keys()
      if (values.size > entriesMax && oldest !== undefined) values.delete(oldest)
      return value
    },
  }
}

const TTL_ENTRIES_MAX = 100

/** Monotonic: setting the system clock back does not extend an entry. */
export const monotonicNow = (): number => performance.now()

/**
 * Calls the lookup at most once per key and period. Misses are not cached, so new rows are found at once.
 * @param now milliseconds
 */
export function ttlCache<T extends object>(
  milliseconds: number,
  find: (key: string) => Promise<T | null>,
  now: () => number = monotonicNow,
): (key: string) => Promise<T | null> {
  const known = new Map<string, { found: T; until: number }>()
  return async (key) => {
    const at = now()
    const entry = known.get(key)
    if (entry && at < entry.until) return entry.found
    const found = await find(key)
    if (known.size >= TTL_ENTRIES_MAX) known.clear()
    if (found === null) known.delete(key)
    else known.set(key, { found, until: at + milliseconds })
    return found
  }
}
