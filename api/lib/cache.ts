export interface BoundedCache<T, K = string> {
  get(key: K): T | undefined
  set(key: K, value: T): T
  delete(key: K): void
}

/** Bounded cache, FIFO eviction. */
export function createBoundedCache<T, K = string>(entriesMax: number): BoundedCache<T, K> {
  const values = new Map<K, T>()
  return {
    get: (key) => values.get(key),
    set(key, value) {
      values.set(key, value)
      const [oldest] = values.keys()
      if (values.size > entriesMax && oldest !== undefined) values.delete(oldest)
      return value
    },
    delete: (key) => void values.delete(key),
  }
}

/**
 * Calls `find` once per key, and again after `undefined` or a rejected promise.
 * @param entriesMax the oldest result is dropped first; unlimited by default
 */
export function memoize<K, T>(find: (key: K) => T, entriesMax = Infinity): (key: K) => T {
  const known = createBoundedCache<T, K>(entriesMax)
  return (key) => {
    const found = known.get(key)
    if (found !== undefined) return found
    const fresh = known.set(key, find(key))
    const forget = () => {
      if (known.get(key) === fresh) known.delete(key)
    }
    if (fresh instanceof Promise) fresh.catch(forget)
    return fresh
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
