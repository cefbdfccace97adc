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

type SpecialItemId = keyof typeof specialItems

/** The plans and price remembered in this tab; null without any. */
export const waitingIn = (cart: Cart): Cart | null => (cart.price || cart.plans.length > 0 ? cart : null)

export function cartItems(cart: Cart | null): InspectorItem[] {
  if (!cart) return []
  return [
    ...(cart.price ? [cartItem('ready-for-checkout', `${cart.price} is remembered until the login.`)] : []),
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

/** @param number of the element, the same in every scan */
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
        title: 'How do I continue?',
        description: 'Sign up or log in on any page of this site, in this tab. Then the checkout opens.',
      },
      {
        title: 'How do I clear it?',
        description: 'Click an element with data-ms-price:remove="all", or close the tab.',
      },
    ],
  },
  'ready-for-signup': {
    description: 'A free plan was selected. The next sign-up or login in this tab joins it.',
    helpItems: [
      {
        title: 'How do I continue?',
        description: 'Sign up or log in on any page of this site, in this tab. This joins the plan.',
      },
    ],
  },
  'plan-price-clicked': {
    description: 'A plan or price was clicked on this page. The log below shows the result.',
    helpItems: [
      {
        title: 'Nothing happens',
        description:
          'For a visitor, the plan or price is remembered until the sign-up or login. Lead visitors there with a link, or with data-ms-modal="signup".',
      },
    ],
  },
  'content-removed': {
    description:
      'The current visitor or member has no access to this element, so the widget removed it from the page. With access, it is shown again.',
    helpItems: [
      {
        title: 'How do I see it?',
        description: 'Log in as a member with access. The log shows what each element requires.',
      },
      {
        title: 'Keep it in the page',
        description: 'Set data-ms-gating="hide" on the element or around it. It is then hidden instead of removed.',
      },
    ],
  },
} as const satisfies Record<SpecialItemId, RuleHelp>
