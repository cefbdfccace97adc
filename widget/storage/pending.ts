/** What waits in this tab for a login or for the return from a provider. Any script of the site can write here. */
import { INVITE_TOKEN_MAX_CHARS, PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../contract/limits'
import { tryOrUndefined } from '../lib/errors'
import { takeParameter } from '../lib/urls'
import { isRecord } from '../lib/values'
import type { PendingFlow } from '../stores/pending-flow'
import { createSafeStorage, type SafeStorage } from './safe-storage'

/** The chosen free plans, separated by commas, and the chosen price: the names that published clients use. */
export const CART_PLANS_KEY = 'ms_plan'
export const CART_PRICE_KEY = 'ms_price'
/** The rest of the choice: whether plans and price replace the present ones, a 0 or 1 each, and the coupon. */
export const CART_TERMS_KEY = '_ms-cart'
export const INVITE_KEY = '_ms-invite'
export const FLOW_KEY = '_ms-provider'
export const REDIRECT_OVERRIDE_KEY = 'ms-redirect-override'

const tabStorage = (window: Window): SafeStorage => createSafeStorage(() => window.sessionStorage)

const remove = (window: Window, keys: readonly string[]): void =>
  keys.forEach((key) => tryOrUndefined(() => window.sessionStorage.removeItem(key)))

/** Forgets all that waits for a login in this tab: the next one may be somebody else's. */
export function forgetPending(window: Window): void {
  emptyCart(window)
  forgetInvite(window)
  remove(window, [FLOW_KEY])
}

/** The plans and the price that somebody wants. */
export interface Cart {
  /** Ids of free plans. */
  plans: readonly string[]
  /** They replace the member's other free plans. */
  swapsPlans: boolean
  /** The id of a price, undefined for none. */
  price: string | undefined
  /** It replaces the price that the member pays now. */
  swapsPrice: boolean
  /** The id of a coupon, '' for none. */
  coupon: string
}

/** Stores a choice for the next login or sign-up of this tab. It replaces an earlier one, which was given up. */
export function writeCart(window: Window, { plans, price, swapsPlans, swapsPrice, coupon }: Cart): void {
  const tab = tabStorage(window)
  emptyCart(window)
  if (plans.length > 0) tab.set(CART_PLANS_KEY, plans.join())
  if (price) tab.set(CART_PRICE_KEY, price)
  tab.set(CART_TERMS_KEY, `${Number(swapsPlans)}${Number(swapsPrice)}${coupon}`)
}

/** The stored choice, without ids that cannot be ids. */
export function readCart(window: Window): Cart {
  const tab = tabStorage(window)
  const terms = tab.get(CART_TERMS_KEY) ?? ''
  return {
    plans: idsIn(tab.get(CART_PLANS_KEY), PLAN_ID_PREFIX),
    price: idsIn(tab.get(CART_PRICE_KEY), PRICE_ID_PREFIX)[0],
    swapsPlans: terms[0] === '1',
    swapsPrice: terms[1] === '1',
    coupon: terms.slice(2),
  }
}

export const emptyCart = (window: Window): void => remove(window, [CART_PLANS_KEY, CART_PRICE_KEY, CART_TERMS_KEY])

/** The ids in a comma-separated list that have the right prefix. */
export const idsIn = (list: string | null, prefix: string): string[] =>
  (list ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id.startsWith(prefix))

/** Before a token that was used. No token contains a space. */
const USED = 'used '

/**
 * Stores the token of an invite link for the tab it was opened in.
 * @returns the token; null where the URL has none, or one that this tab has used already
 */
export function rememberInvite(window: Window): string | null {
  const token = usableToken(takeParameter(window.location.search, 'inviteToken').value)
  if (token === null || storedInvite(window) === USED + token) return null
  tryOrUndefined(() => window.sessionStorage.setItem(INVITE_KEY, token))
  return token
}

/** The invite token that waits, null without one. */
export const readInvite = (window: Window): string | null =>
  storedInvite(window).startsWith(USED) ? null : usableToken(storedInvite(window))

/** The link, which may still be the page's URL, has no effect in this tab from now on. */
export function markInviteUsed(window: Window, token: string): void {
  tryOrUndefined(() => window.sessionStorage.setItem(INVITE_KEY, USED + token))
}

export const forgetInvite = (window: Window): void => remove(window, [INVITE_KEY])

const storedInvite = (window: Window): string => tryOrUndefined(() => window.sessionStorage.getItem(INVITE_KEY)) ?? ''

/** The server refuses any other token, and the sign-up with it. */
function usableToken(text: string | null): string | null {
  const token = text?.trim() ?? ''
  return token && token.length <= INVITE_TOKEN_MAX_CHARS ? token : null
}

/** @returns false where the browser stores nothing: the flow could not be completed */
export const saveFlow = (window: Window, flow: PendingFlow): boolean =>
  tryOrUndefined(() => (window.sessionStorage.setItem(FLOW_KEY, JSON.stringify(flow)), true)) ?? false

/** Reads the pending flow and forgets it, so that it works once. Null where this tab has started none. */
export function takeFlow(window: Window): PendingFlow | null {
  const flow = tryOrUndefined((): unknown => JSON.parse(window.sessionStorage.getItem(FLOW_KEY) ?? ''))
  remove(window, [FLOW_KEY])
  if (!isRecord(flow)) return null
  const { verifier, fragment, redirect } = flow
  if (typeof verifier !== 'string' || typeof fragment !== 'string') return null
  return { verifier, fragment, ...((redirect === null || typeof redirect === 'string') && { redirect }) }
}

/** Stores the redirect of the next login or signup of this tab. */
export const storeRedirectOverride = (window: Window, target: string): void =>
  tabStorage(window).set(REDIRECT_OVERRIDE_KEY, target)

/** Reads the redirect and forgets it, so that it works once. */
export function takeRedirectOverride(window: Window): string | null {
  const target = tabStorage(window).get(REDIRECT_OVERRIDE_KEY)
  tabStorage(window).remove(REDIRECT_OVERRIDE_KEY)
  return target
}

/** Forgets the redirect, unless another has been stored since. */
export function dropRedirectOverride(window: Window, target: string): void {
  if (tabStorage(window).get(REDIRECT_OVERRIDE_KEY) === target) tabStorage(window).remove(REDIRECT_OVERRIDE_KEY)
}
