import { tryOrUndefined } from '../lib/errors'

/** A key-value store that never throws. Values that the browser rejects live as long as the page. */
export interface SafeStorage {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

/** @param open reads `window.localStorage` or `sessionStorage`; even reading it throws if storage is blocked */
export function createSafeStorage(open: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): SafeStorage {
  const refused = new Map<string, string>()
  return {
    get: (key) => refused.get(key) ?? tryOrUndefined(() => open().getItem(key)) ?? null,
    set(key, value) {
      refused.delete(key)
      if (tryOrUndefined(() => (open().setItem(key, value), true))) return
      // An older value must not be read by the next page.
      tryOrUndefined(() => open().removeItem(key))
      refused.set(key, value)
    },
    remove(key) {
      refused.delete(key)
      tryOrUndefined(() => open().removeItem(key))
    },
  }
}
