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

interface SharedRead<T> {
  read: () => Promise<T>
  /** Asked by every caller who gets the result of another's read, after that read. */
  isCurrent: (found: T) => Promise<boolean>
}

/** What an entry uses in addition to its value, roughly. */
const ENTRY_BYTES = 1_000
/** Results can become outdated as fast as they are read; then each caller reads alone. */
const SHARED_TRIES = 3

/**
 * Callers with the same key share one read: one that is running or one that was kept. LRU eviction.
 * @param options.sizeOf bytes of a result; null: it is not kept
 */
export function createSharedReads<T extends object>(options: {
  bytesMax: number
  sizeOf: (value: T) => number | null
}): (key: string, shared: SharedRead<T>) => Promise<T> {
  const entries = new Map<string, { found: Promise<T>; bytes: number }>()
  let bytes = 0

  function drop(key: string, entry: { bytes: number }): void {
    if (entries.get(key) !== entry) return
    entries.delete(key)
    bytes -= entry.bytes
  }

  function begin(key: string, read: () => Promise<T>): Promise<T> {
    const entry = { found: read(), bytes: 0 }
    entries.set(key, entry)
    const keep = (value: T): void => {
      const size = options.sizeOf(value)
      if (size === null) return drop(key, entry)
      if (entries.get(key) !== entry) return
      entry.bytes = size + 2 * key.length + ENTRY_BYTES
      bytes += entry.bytes
      for (const [oldKey, old] of entries) {
        if (bytes <= options.bytesMax) return
        drop(oldKey, old)
      }
    }
    entry.found.then(keep, () => drop(key, entry))
    return entry.found
  }

  return async (key, { read, isCurrent }) => {
    for (let tries = 0; tries < SHARED_TRIES; tries += 1) {
      const entry = entries.get(key)
      if (!entry) return begin(key, read)
      const found = await entry.found.catch(() => null)
      if (found !== null && (await isCurrent(found))) {
        // Another caller may have found it outdated meanwhile, and read again.
        if (entries.get(key) === entry) {
          entries.delete(key)
          entries.set(key, entry)
        }
        return found
      }
      drop(key, entry)
    }
    return read()
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
