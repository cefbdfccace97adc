/** When a passkey is offered after a login. Any script of the site can write here. */
import { createSafeStorage } from './safe-storage'

/** In the tab: when the last login with a password was. */
export const PASSWORD_LOGIN_KEY = '_ms-offer'
/** In the browser: when a passkey was offered last. */
export const OFFERED_KEY = '_ms-offered'

const DAY_MS = 86_400_000
const OFFER_EVERY_MS = 30 * DAY_MS
/** Later a passkey would need another proof. */
const FRESH_MS = 10 * 60_000

const tab = (window: Window) => createSafeStorage(() => window.sessionStorage)
const local = (window: Window) => createSafeStorage(() => window.localStorage)

export const notePasswordLogin = (window: Window): void => tab(window).set(PASSWORD_LOGIN_KEY, String(Date.now()))

/** Null without one in this tab, and once it is too long ago. */
export function readPasswordLogin(window: Window): number | null {
  const at = Number(tab(window).get(PASSWORD_LOGIN_KEY))
  return Date.now() - at < FRESH_MS ? at : null
}

export const mayOfferPasskey = (window: Window): boolean =>
  Date.now() - Number(local(window).get(OFFERED_KEY)) > OFFER_EVERY_MS

/** The next offer comes after a login in 30 days. */
export function notePasskeyOffer(window: Window): void {
  local(window).set(OFFERED_KEY, String(Date.now()))
  tab(window).remove(PASSWORD_LOGIN_KEY)
}
