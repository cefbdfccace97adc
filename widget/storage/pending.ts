/** Data that this tab remembers until a login or the return from a provider. Any script of the site can write here. */
import { INVITE_TOKEN_MAX_CHARS, PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../contract/limits'
import { parseJson, tryOrUndefined } from '../lib/errors'
import { takeParameter } from '../lib/urls'
import { isRecord } from '../lib/values'
import type { PendingFlow } from '../stores/pending-flow'
import { createSafeStorage, type SafeStorage } from './safe-storage'

/** The chosen free plans, separated by commas, and the chosen price. The names are those of published clients. */
export const CART_PLANS_KEY = 'ms_plan'
export const CART_PRICE_KEY = 'ms_price'
/** The rest of the choice: whether plans and price replace the current ones, 0 or 1 each, and the coupon. */
export const CART_TERMS_KEY = '_ms-cart'
/** The last checkout that this tab opened. */
export const CHECKOUT_KEY = '_ms-checkout'
export const INVITE_KEY = '_ms-invite'
export const FLOW_KEY = '_ms-provider'
export const CODE_STEP_KEY = '_ms-code'
/** The page's query, while the login happens on the domain of the passkeys. */
export const SITE_LOGIN_KEY = '_ms-site'
export const REDIRECT_OVERRIDE_KEY = 'ms-redirect-override'

const tabStorage = (window: Window): SafeStorage => createSafeStorage(() => window.sessionStorage)

const remove = (window: Window, keys: readonly string[]): void =>
  keys.forEach((key) => tryOrUndefined(() => window.sessionStorage.removeItem(key)))

/** Clears everything remembered in this tab: the next login may be someone else's. */
export function forgetPending(window: Window): void {
  emptyCart(window)
  forgetInvite(window)
  remove(window, [FLOW_KEY, CHECKOUT_KEY, CODE_STEP_KEY, SITE_LOGIN_KEY])
}

/** The chosen plans and price. */
export interface Cart {
  /** IDs of free plans. */
  plans: readonly string[]
  /** They replace the member's other free plans. */
  swapsPlans: boolean
  /** ID of a price; undefined for none. */
  price: string | undefined
  /** It replaces the price that the member pays now. */
  swapsPrice: boolean
  /** ID of a coupon; '' for none. */
  coupon: string
}

/** Remembers a choice for the next login or sign-up of this tab. It replaces an earlier one. */
export function writeCart(window: Window, { plans, price, swapsPlans, swapsPrice, coupon }: Cart): void {
  const tab = tabStorage(window)
  emptyCart(window)
  if (plans.length > 0) tab.set(CART_PLANS_KEY, plans.join())
  if (price) tab.set(CART_PRICE_KEY, price)
  tab.set(CART_TERMS_KEY, `${Number(swapsPlans)}${Number(swapsPrice)}${coupon}`)
}

/** The remembered choice, without invalid IDs. */
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

/** The order of a checkout. */
export interface Checkout extends Pick<Cart, 'swapsPrice' | 'coupon'> {
  price: string
  /** '' without a redirect on the page. */
  successUrl: string
}

export const storeCheckout = (window: Window, checkout: Checkout): void =>
  tabStorage(window).set(CHECKOUT_KEY, JSON.stringify(checkout))

/** The last checkout of this tab; null without one. */
export function readCheckout(window: Window): Checkout | null {
  const stored = parseJson(tabStorage(window).get(CHECKOUT_KEY))
  if (!isRecord(stored)) return null
  const { price, swapsPrice, coupon, successUrl } = stored
  const [known] = idsIn(typeof price === 'string' ? price : null, PRICE_ID_PREFIX)
  if (!known || typeof coupon !== 'string' || typeof successUrl !== 'string') return null
  return { price: known, swapsPrice: swapsPrice === true, coupon, successUrl }
}

export const forgetCheckout = (window: Window): void => remove(window, [CHECKOUT_KEY])

/** The IDs in a comma-separated list that have the right prefix. */
export const idsIn = (list: string | null, prefix: string): string[] =>
  (list ?? '')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id.startsWith(prefix))

/** Prefix of a used token. No token contains a space. */
const USED = 'used '

/**
 * Stores the token of an invite link for the tab it was opened in.
 * @returns the token; null if the URL has none, or one that this tab has used
 */
export function rememberInvite(window: Window): string | null {
  const token = usableToken(takeParameter(window.location.search, 'inviteToken').value)
  if (token === null || storedInvite(window) === USED + token) return null
  tryOrUndefined(() => window.sessionStorage.setItem(INVITE_KEY, token))
  return token
}

/** The pending invite token; null without one. */
export const readInvite = (window: Window): string | null =>
  storedInvite(window).startsWith(USED) ? null : usableToken(storedInvite(window))

/** From now on, the link has no effect in this tab, even if it is still the page's URL. */
export function markInviteUsed(window: Window, token: string): void {
  tryOrUndefined(() => window.sessionStorage.setItem(INVITE_KEY, USED + token))
}

export const forgetInvite = (window: Window): void => remove(window, [INVITE_KEY])

const storedInvite = (window: Window): string => tryOrUndefined(() => window.sessionStorage.getItem(INVITE_KEY)) ?? ''

/** The server rejects any other token, and the sign-up with it. */
function usableToken(text: string | null): string | null {
  const token = text?.trim() ?? ''
  return token && token.length <= INVITE_TOKEN_MAX_CHARS ? token : null
}

/** @returns false if the browser stores nothing: the flow could not be completed */
export const saveFlow = (window: Window, flow: PendingFlow): boolean =>
  tryOrUndefined(() => (window.sessionStorage.setItem(FLOW_KEY, JSON.stringify(flow)), true)) ?? false

/** Reads and removes the pending flow, so that it works once. Null if this tab has started none. */
export function takeFlow(window: Window): PendingFlow | null {
  const flow = parseJson(tabStorage(window).get(FLOW_KEY))
  remove(window, [FLOW_KEY])
  if (!isRecord(flow)) return null
  const { verifier, fragment, method, redirect } = flow
  if (typeof verifier !== 'string' || typeof fragment !== 'string') return null
  const provider = typeof method === 'string' && { method }
  return { verifier, fragment, ...provider, ...((redirect === null || typeof redirect === 'string') && { redirect }) }
}

/** The ticket returns to the page without its query, which could lead elsewhere. */
export const noteSiteLogin = (window: Window): void => tabStorage(window).set(SITE_LOGIN_KEY, window.location.search)

/** The query, if this tab began such a login: its page then takes the ticket, once. Null otherwise. */
export function takeSiteLogin(window: Window): string | null {
  const search = tabStorage(window).get(SITE_LOGIN_KEY)
  remove(window, [SITE_LOGIN_KEY])
  return search
}

/** Stores the redirect of the next login or sign-up of this tab. */
export const storeRedirectOverride = (window: Window, target: string): void =>
  tabStorage(window).set(REDIRECT_OVERRIDE_KEY, target)

/** Reads and removes the redirect, so that it works once. */
export function takeRedirectOverride(window: Window): string | null {
  const target = tabStorage(window).get(REDIRECT_OVERRIDE_KEY)
  tabStorage(window).remove(REDIRECT_OVERRIDE_KEY)
  return target
}

/** Removes the redirect, unless another has been stored since. */
export function dropRedirectOverride(window: Window, target: string): void {
  if (tabStorage(window).get(REDIRECT_OVERRIDE_KEY) === target) tabStorage(window).remove(REDIRECT_OVERRIDE_KEY)
}

/** A screen of the modals that waits for an emailed code. */
export interface CodeStep {
  /** Name of the screen. */
  screen: string
  /** Name of the screen that the page opened. */
  opener: string
  /** Parameters of the screen, never a password. */
  params: Readonly<Record<string, unknown>>
  /** How long a code lives. */
  minutes: number
}

const MINUTE_MS = 60_000

/** Remembers the screen for as long as its code lives. */
export const saveCodeStep = (window: Window, step: CodeStep): void =>
  tabStorage(window).set(CODE_STEP_KEY, JSON.stringify({ ...step, until: Date.now() + step.minutes * MINUTE_MS }))

/** The remembered screen; null without one, or once its code has expired. */
export function readCodeStep(window: Window): CodeStep | null {
  const stored = parseJson(tabStorage(window).get(CODE_STEP_KEY))
  if (!isRecord(stored)) return null
  const { screen, opener, params, minutes, until } = stored
  if (typeof screen !== 'string' || typeof opener !== 'string' || typeof minutes !== 'number') return null
  if (!isRecord(params) || typeof until !== 'number' || until < Date.now()) return null
  return { screen, opener, params, minutes }
}

/** A new code was emailed. */
export function renewCodeStep(window: Window): void {
  const step = readCodeStep(window)
  if (step) saveCodeStep(window, step)
}

export const forgetCodeStep = (window: Window): void => remove(window, [CODE_STEP_KEY])
