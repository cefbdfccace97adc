import { readCart, writeCart } from '../../storage/pending'
import { beforeLeaving } from '../../stores/pending-flow'
import { plansToJoin } from './after-joining'
import type { Choice } from './choice'

/**
 * Should a login lead off this page and back to it (full-page way to a provider): what the element chooses is kept with
 * what waits already, and where it leads. Then the page that is come back to does what this one would have done.
 * @param targets in order of precedence; empty ones are passed over
 * @returns takes it back: call it when the login has ended here, either way
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
