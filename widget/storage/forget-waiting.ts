import { attempt } from '../lib/attempt'

/** The chosen free plans, separated by commas, and the chosen price: the names that published clients use. */
export const CART_PLANS_KEY = 'ms_plan'
export const CART_PRICE_KEY = 'ms_price'
/** What else belongs to the choice: whether plans and price take the place of what there is, a 0 or 1 each, and the coupon. */
export const CART_TERMS_KEY = '_ms-cart'
export const INVITE_KEY = '_ms-invite'
/** What this tab keeps while a provider's page has the place of its own. */
export const TRIP_KEY = '_ms-provider'

/** Forgets what was chosen in this tab. */
export const emptyCart = (window: Window): void => remove(window, [CART_PLANS_KEY, CART_PRICE_KEY, CART_TERMS_KEY])

/** Forgets the invitation that this tab was opened with. */
export const forgetInvite = (window: Window): void => remove(window, [INVITE_KEY])

/** Forgets all that has waited for a login in this tab: the next one may be somebody else's. */
export function forgetWaiting(window: Window): void {
  emptyCart(window)
  forgetInvite(window)
  remove(window, [TRIP_KEY])
}

const remove = (window: Window, keys: readonly string[]): void =>
  keys.forEach((key) => attempt(() => window.sessionStorage.removeItem(key)))
