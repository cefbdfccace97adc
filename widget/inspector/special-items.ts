import { attributes, choiceAttributes } from '../attributes'
import { unclobbered } from '../lib/dom'
import type { Cart } from '../storage/pending'
import type { RuleHelp } from './rules/rule'
import type { InspectorItem, ItemType } from './store'

/** Items without a rule or notice. */
export const specialItems = {
  'ready-for-checkout': { type: 'cart', attribute: attributes.priceAdd, title: 'Ready for checkout' },
  'ready-for-signup': { type: 'cart', attribute: attributes.planAdd, title: 'Ready for sign-up' },
  'plan-price-clicked': {
    type: 'plan-price-clicked',
    attribute: attributes.planAdd,
    title: 'Plan or price clicked',
  },
  'content-removed': { type: 'content-removed', attribute: attributes.content, title: 'Content removed' },
} as const satisfies Readonly<Record<string, { type: ItemType; attribute: string; title: string }>>

export type SpecialItemId = keyof typeof specialItems

/** The plans and price that wait in this tab for a login or sign-up; null without any. */
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

/** @param number of the element, the same on every scan */
export function clickedItem(element: Element, number: number): InspectorItem {
  const own = unclobbered(element)
  const attribute = choiceAttributes.find((name) => own.hasAttribute(name))
  return {
    key: `plan-price-clicked:${number}`,
    id: 'plan-price-clicked',
    ...specialItems['plan-price-clicked'],
    ...(attribute && { attribute, message: `${attribute}="${own.getAttribute(attribute)}"` }),
    elements: [element],
  }
}

/** Their help. Not in the script: see `RuleHelp`. */
export const help = {
  'ready-for-checkout': {
    description:
      'A paid plan was previously selected. The checkout launches only for logged-in members, and only one plan can be bought at a time.',
    helpItems: [
      {
        title: 'How does it go on?',
        description: 'Sign up or log in on this page or another one, in this tab. Then the checkout opens.',
      },
      {
        title: 'How is it dropped?',
        description: 'With a click on an element with data-ms-price:remove="all", or by closing the tab.',
      },
    ],
  },
  'ready-for-signup': {
    description: 'A free plan was selected. It is joined with the next sign-up or login in this tab.',
    helpItems: [
      {
        title: 'How does it go on?',
        description: 'Sign up or log in on this page or another one, in this tab. Then the plan is joined.',
      },
    ],
  },
  'plan-price-clicked': {
    description: 'A plan or a price was clicked on this page. The log below tells what came of it.',
    helpItems: [
      {
        title: 'Nothing seems to happen',
        description:
          'For a visitor the choice waits for the sign-up or login. Let the element lead there: with a link, or with data-ms-modal="signup".',
      },
    ],
  },
  'content-removed': {
    description:
      'This element is not for whoever is looking now, so the widget has taken it off the page. It returns once it may be seen.',
    helpItems: [
      {
        title: 'Seeing it yourself',
        description: 'Log in as a member to whom it applies. The log says what each element needs.',
      },
      {
        title: 'Keeping it in the page',
        description: 'data-ms-gating="hide" on it, or around it, hides it instead.',
      },
    ],
  },
} as const satisfies Record<SpecialItemId, RuleHelp>
