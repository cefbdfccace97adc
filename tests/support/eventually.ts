import { vi } from 'vitest'

/**
 * Tries a check again until it does not throw. Where it never comes true it would wait for ever, so the end is far off:
 * a busy machine is no failure.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 })
