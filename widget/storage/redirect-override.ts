import { createSafeStorage, type SafeStorage } from './safe-storage'

export const REDIRECT_OVERRIDE_KEY = 'ms-redirect-override'

const session = (window: Window): SafeStorage => createSafeStorage(() => window.sessionStorage)

/** Keeps where the next login or signup of this tab leads. */
export const storeRedirectOverride = (window: Window, target: string): void =>
  session(window).set(REDIRECT_OVERRIDE_KEY, target)

/** Reads it and forgets it: it counts once. */
export function takeRedirectOverride(window: Window): string | null {
  const target = session(window).get(REDIRECT_OVERRIDE_KEY)
  session(window).remove(REDIRECT_OVERRIDE_KEY)
  return target
}

/** Forgets it, unless something else has been wished for since. */
export function dropRedirectOverride(window: Window, target: string): void {
  if (session(window).get(REDIRECT_OVERRIDE_KEY) === target) session(window).remove(REDIRECT_OVERRIDE_KEY)
}
