import { vi } from 'vitest'

/** Retries until the check does not throw. The timeout is generous, because a busy machine is not a failure. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 30_000, interval: 20 })
