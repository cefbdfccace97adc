import { attempt } from '../lib/attempt'

/** A key-value store that never throws. What the browser refuses to keep lives as long as the page. */
export interface SafeStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** @param open reads `window.localStorage` or `sessionStorage`; already this throws where storage is blocked */
export function createSafeStorage(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SafeStorage {
  const standIn = new Map<string, string>()
  return {
    get: (key) => standIn.get(key) ?? attempt(() => open().getItem(key)) ?? null,
    set(key, value) {
      standIn.delete(key)
      if (attempt(() => (open().setItem(key, value), true))) return
      // An older value that is still there must not come back with the next page.
      attempt(() => open().removeItem(key))
      standIn.set(key, value)
    },
    remove(key) {
      standIn.delete(key)
      attempt(() => open().removeItem(key))
    },
  }
}
