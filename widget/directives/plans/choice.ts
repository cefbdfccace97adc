import { PLAN_ID_PREFIX, PRICE_ID_PREFIX } from '../../../contract/limits'
import { type AttributeName, attributes } from '../../attributes'
import { unclobbered } from '../../lib/dom'
import { reportProblem } from '../../lib/errors'
import type { Member } from '../../public'
import { type Cart, idsIn, readCart, writeCart } from '../../storage/pending'
import { $app } from '../../stores/app'
import { beforeLeaving } from '../../stores/pending-flow'

/** The plan and price attributes of one element. */
export interface Choice extends Cart {
  /** Ids of free plans to leave. */
  leaves: readonly string[]
  /** Drops a remembered choice. */
  drops: boolean
}

/**
 * Reads the current attributes of an element; null without a valid one.
 * @param warned attributes already reported; without it, invalid values are ignored silently
 */
export function choiceOf(element: Element | null | undefined, warned?: Set<string>): Choice | null {
  if (!element) return null
  const own = unclobbered(element)
  const read = (name: AttributeName, prefix: string): string[] => {
    const value = own.getAttribute(name)
    const ids = idsIn(value, prefix)
    const markup = `${name}="${value}"`
    if (warned && value !== null && ids.length < value.split(',').length && !warned.has(markup)) {
      warned.add(markup)
      reportProblem('warn', `Ignored an invalid value in ${markup}.`, element)
    }
    return ids
  }
  const add = read(attributes.planAdd, PLAN_ID_PREFIX)
  const update = read(attributes.planUpdate, PLAN_ID_PREFIX)
  const leaves = read(attributes.planRemove, PLAN_ID_PREFIX)
  const priceAdd = read(attributes.priceAdd, PRICE_ID_PREFIX)
  const priceUpdate = read(attributes.priceUpdate, PRICE_ID_PREFIX)
  const drops = read(attributes.priceRemove, 'all')
  const plans = [...update, ...add]
  const [price] = [...priceUpdate, ...priceAdd]
  if (!price && [...plans, ...leaves, ...drops].length === 0) return null
  return {
    plans,
    price,
    leaves,
    swapsPlans: update.length > 0,
    swapsPrice: priceUpdate.length > 0,
    coupon: own.getAttribute(attributes.coupon) ?? '',
    drops: drops.length > 0,
  }
}

/** The `data-ms-success-message` of an element; undefined without one. */
export const successMessageOf = (element: Element | null | undefined): string | undefined =>
  (element && unclobbered(element).getAttribute(attributes.successMessage)?.trim()) || undefined

/**
 * The plans to join at sign-up: those of the form or modal opener, and those chosen before. A plan that the app no
 * longer has must not block the sign-up.
 */
export function plansToJoin(window: Window, own: Choice | null): string[] {
  const offered = $app.get()?.plans
  const waiting = readCart(window).plans.filter((id) => !offered || offered.some((plan) => plan.id === id))
  return [...new Set([...(own?.plans ?? []), ...waiting])]
}

/** Whether a sign-up joined the plans: a provider sign-up may have found an existing account. */
export const hasJoined = (member: Member | null | undefined, plans: readonly string[]): boolean =>
  plans.every((id) => member?.planConnections.some(({ planId }) => planId === id))

/**
 * Prepares for a login on a provider's full page: stores the choice and the redirect, so that the page after the return
 * can finish what this one started.
 * @param targets in order of precedence; empty ones are skipped
 * @returns cancels it: call it when the login has ended here, whatever the result
 */
export const keepForReturn = (
  window: Window,
  own: Choice | null,
  targets: readonly (string | null | undefined)[],
): (() => void) =>
  beforeLeaving(() => {
    const cart = readCart(window)
    const { price, swapsPrice, coupon } = own?.price ? own : cart
    const plans = plansToJoin(window, own)
    if (own) writeCart(window, { plans, price, swapsPrice, coupon, swapsPlans: own.swapsPlans || cart.swapsPlans })
    return targets.find(Boolean) ?? null
  })
