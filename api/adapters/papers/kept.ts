export interface Kept<T> {
  get(key: string): T | undefined
  /** @returns the value itself */
  keep(key: string, value: T): T
}

/** What was made last, up to a number; the oldest goes first. */
export function createKept<T>(most: number): Kept<T> {
  const values = new Map<string, T>()
  return {
    get: (key) => values.get(key),
    keep(key, value) {
      values.set(key, value)
      const [oldest] = values.keys()
      if (values.size > most && oldest !== undefined) values.delete(oldest)
      return value
    },
  }
}
