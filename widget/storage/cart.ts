import { PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../contract/limits'
import { CART_PLANS_KEY, CART_PRICE_KEY, CART_TERMS_KEY, emptyCart } from './forget-waiting'
import { createSafeStorage, type SafeStorage } from './safe-storage'

/** What somebody wants to join and to buy. */
export interface Cart {
  /** Ids of free plans. */
  plans: readonly string[]
  /** They take the place of the member's other free plans. */
  swapsPlans: boolean
  /** The id of a price, undefined for none. */
  price: string | undefined
  /** It takes the place of what the member pays for now. */
  swapsPrice: boolean
  /** The id of a coupon, '' for none. */
  coupon: string
}

const session = (window: Window): SafeStorage => createSafeStorage(() => window.sessionStorage)

/**
 * Keeps a choice for the next login or sign-up of this tab, in the place of an earlier one: nobody is to buy what they
 * have turned away from.
 */
export function writeCart(window: Window, { plans, price, swapsPlans, swapsPrice, coupon }: Cart): void {
  const tab = session(window)
  emptyCart(window)
  if (plans.length > 0) tab.set(CART_PLANS_KEY, plans.join())
  if (price) tab.set(CART_PRICE_KEY, price)
  tab.set(CART_TERMS_KEY, `${Number(swapsPlans)}${Number(swapsPrice)}${coupon}`)
}

/** Any script of the site can write here: what makes no sense is left out. */
export function readCart(window: Window): Cart {
  const tab = session(window)
  const terms = tab.get(CART_TERMS_KEY) ?? ''
  return {
    plans: idsIn(tab.get(CART_PLANS_KEY), PLAN_ID_PREFIX),
    price: idsIn(tab.get(CART_PRICE_KEY), PRICE_ID_PREFIX)[0],
    swapsPlans: terms[0] === '1',
    swapsPrice: terms[1] === '1',
    coupon: terms.slice(2),
  }
}

/** The ids of a list that begin as they should. */
export const idsIn = (list: string | null, prefix: string): string[] =>
  (list ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id.startsWith(prefix))
