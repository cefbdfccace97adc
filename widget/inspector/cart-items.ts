import type { Cart } from '../storage/pending'
import type { InspectorItem } from './item'
import { type SpecialItemId, specialItems } from './special-items'

/** What waits in this tab for a login or a sign-up; null when nothing does. */
export const waitingIn = (cart: Cart): Cart | null => (cart.price || cart.plans.length > 0 ? cart : null)

export function cartItems(cart: Cart | null): InspectorItem[] {
  if (!cart) return []
  return [
    ...(cart.price ? [cartItem('ready-for-checkout', `${cart.price} waits for a login.`)] : []),
    ...(cart.plans.length > 0 ? [cartItem('ready-for-signup', `Chosen: ${cart.plans.join(', ')}.`)] : []),
  ]
}

const cartItem = (id: SpecialItemId, message: string): InspectorItem => ({
  key: id,
  id,
  ...specialItems[id],
  message,
  elements: [],
})
