import { choiceMistakes, choiceNames, choicesWithoutAction } from './choice-values'
import type { Rule, RuleHelp } from './rule'
import { unknownMemberships } from './memberstack-one-markup'
import { attributes } from '../../attributes'
import { didYouMean, isMissing, nearestFix } from './elements'
import { HOSTED_CHECKOUT, idsInHostedLink } from '../../lib/urls'

export const brokenPlanSuffix = {
  id: 'broken-plan-suffix',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'Invalid plan attribute',
  check: (page) => choiceMistakes(page, 'plan', 'suffix'),
} as const satisfies Rule

export const brokenPriceSuffix = {
  id: 'broken-price-suffix',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Invalid price attribute',
  check: (page) => choiceMistakes(page, 'price', 'suffix'),
} as const satisfies Rule

export const brokenPlanButton = {
  id: 'broken-plan-button',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'Price ID in a plan attribute',
  check: (page) => choiceMistakes(page, 'plan', 'button'),
} as const satisfies Rule

export const brokenPriceButton = {
  id: 'broken-price-button',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Price attribute that can’t buy anything',
  check: (page) => choiceMistakes(page, 'price', 'button'),
} as const satisfies Rule

export const incorrectPlanId = {
  id: 'incorrect-plan-id',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'Unknown plan ID',
  usesApp: true,
  *check(page) {
    yield* choiceMistakes(page, 'plan', 'id')
    yield* unknownMemberships(page)
  },
} as const satisfies Rule

export const incorrectPriceId = {
  id: 'incorrect-price-id',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Unknown price ID',
  usesApp: true,
  check: (page) => choiceMistakes(page, 'price', 'id'),
} as const satisfies Rule

export const planWithoutAction = {
  id: 'plan-without-action',
  severity: 'warning',
  attribute: 'data-ms-plan:…',
  title: 'Plan button without a link or modal',
  check: (page) => choicesWithoutAction(page, 'plan'),
} as const satisfies Rule

export const priceWithoutAction = {
  id: 'price-without-action',
  severity: 'warning',
  attribute: 'data-ms-price:…',
  title: 'Price button without a link or modal',
  check: (page) => choicesWithoutAction(page, 'price'),
} as const satisfies Rule

export const unknownCoupon = {
  id: 'unknown-coupon',
  severity: 'error',
  attribute: attributes.coupon,
  title: 'Unknown coupon',
  own: true,
  usesApp: true,
  privateIds: 'couponIds',
  *check(page) {
    for (const element of page.carrying(attributes.coupon)) {
      const id = page.attribute(element, attributes.coupon)?.trim() ?? ''
      const known = page.app.privateIds?.couponIds ?? []
      const message = `This app has no active coupon "${id}".${didYouMean(id, known)}`
      // An empty value has its own rule.
      const fix = nearestFix(attributes.coupon, id, id, known)
      yield id !== '' && isMissing(page, 'couponIds', id) ? { element, message, fix } : undefined
    }
  },
} as const satisfies Rule

export const planOnSocialAuth = {
  id: 'plan-on-social-auth',
  severity: 'error',
  attribute: attributes.authProvider,
  title: 'Plan or price on a social login button',
  *check(page) {
    const names = [...choiceNames(page, 'plan'), ...choiceNames(page, 'price')]
    for (const element of page.carrying(attributes.authProvider)) {
      const name = names.find((one) => page.attribute(element, one) !== null)
      yield name ? { element, message: `${name} does not work on a social login button.` } : undefined
    }
  },
} as const satisfies Rule

export const hostedCheckoutLink = {
  id: 'hosted-checkout-link',
  severity: 'error',
  attribute: attributes.priceAdd,
  title: 'Link to the checkout of Memberstack',
  own: true,
  usesApp: true,
  *check(page) {
    const known = page.app.plans.flatMap((plan) => [plan.id, ...plan.prices.map((price) => price.id)])
    for (const element of page.tagged('a')) {
      const href = page.attribute(element, 'href') ?? ''
      const ids = idsInHostedLink(href)
      const isOurs = !href.includes(HOSTED_CHECKOUT) || ids.some((id) => known.includes(id))
      yield isOurs ? undefined : { element, message: messageAbout(ids, known) }
    }
  },
} as const satisfies Rule

function messageAbout([id]: readonly string[], known: readonly string[]): string {
  const why = id === undefined ? 'It names no price.' : `This app has no "${id}".${didYouMean(id, known)}`
  return `People buy at Memberstack, not in this app. ${why}`
}

/** By the ID of the rule. */
export const help: Readonly<Record<string, RuleHelp>> = {
  'broken-plan-suffix': {
    description:
      'A plan attribute names an action and a plan: data-ms-plan:add="pln_free". The action is add, update or remove, and the plan ID starts with pln_. Anything else is ignored.',
    helpItems: [
      {
        title: 'Which action do I need?',
        description: 'add joins a free plan. update joins it and leaves all other free plans. remove leaves it.',
      },
      {
        title: 'Where do I find a plan ID?',
        description: 'In the App tab of this sidebar, under the plans. Use the ID, not the name: pln_free, not Free.',
      },
    ],
  },
  'broken-price-suffix': {
    description:
      'A price attribute names an action and a price: data-ms-price:add="prc_…". The action is add, update or remove, and the price ID starts with prc_. Anything else is ignored.',
    helpItems: [
      {
        title: 'Which action do I need?',
        description:
          'add buys a price. update replaces the price that the member pays now. remove, with the value all, clears a price remembered for a login.',
      },
      {
        title: 'Where do I find a price ID?',
        description: 'In the App tab of this sidebar. Each paid plan lists its prices with their IDs.',
      },
    ],
  },
  'broken-plan-button': {
    description:
      'Plan attributes are for free plans, whose IDs start with pln_. This one has a price ID, so the click joins and buys nothing.',
    helpItems: [
      {
        title: 'I want to sell a plan',
        description: 'Use data-ms-price:add instead of data-ms-plan:add and keep the ID.',
      },
      {
        title: 'I want to add a free plan',
        description: 'Keep the attribute and use the plan ID. It starts with pln_; see the App tab.',
      },
    ],
  },
  'broken-price-button': {
    description:
      'A price attribute needs an action and a value. add and update take a price ID, which starts with prc_. remove takes all. With anything else, the click does nothing.',
    helpItems: [
      {
        title: 'I used a plan ID',
        description:
          'A plan can have several prices, for example monthly and yearly. Use the ID of the price to pay. For a free plan use data-ms-plan:add.',
      },
      {
        title: 'I used data-ms-price without an action',
        description:
          'Use data-ms-price:add to sell a price, or data-ms-price:update to change what the member pays for.',
      },
      {
        title: 'I want to cancel a subscription',
        description:
          'data-ms-price:remove="all" only clears a price remembered for a login. Members cancel in the customer portal: data-ms-action="customer-portal".',
      },
    ],
  },
  'incorrect-plan-id': {
    description:
      'The app has no free plan with this ID. It may be mistyped, from another app, deleted, or a paid plan. The server rejects it.',
    helpItems: [
      {
        title: 'Where do I find the plan ID?',
        description: 'In the App tab of this sidebar, under the plans. Free plans have no prices.',
      },
      {
        title: 'It is a paid plan',
        description: 'Use one of its prices: data-ms-price:add="prc_…". Plan attributes are for free plans.',
      },
    ],
  },
  'incorrect-price-id': {
    description:
      'No plan of the app has a price with this ID. It may be mistyped, from another app, or deleted. A click shows an error instead of the checkout.',
    helpItems: [
      {
        title: 'Where do I find the price ID?',
        description: 'In the App tab of this sidebar. Each paid plan lists its prices with their IDs.',
      },
    ],
  },
  'plan-without-action': {
    description:
      'Members join the plan immediately. Visitors need an account first, and this button has no link or modal for them. They get the default sign-up modal.',
    helpItems: [
      {
        title: 'How do I fix it?',
        description:
          'Add data-ms-modal="signup", or link to the page with your sign-up form. The plan is remembered and added to the new account.',
      },
      {
        title: 'Only members see this button',
        description: 'Then it works. Add data-ms-modal="signup" to remove this warning: it opens nothing for members.',
      },
    ],
  },
  'price-without-action': {
    description:
      'Members go straight to the checkout. Visitors need an account first, and this button has no link or modal for them. They get the default sign-up modal.',
    helpItems: [
      {
        title: 'How do I fix it?',
        description:
          'Add data-ms-modal="signup", or link to the page with your sign-up form. The price is remembered, and the checkout opens after the sign-up.',
      },
      {
        title: 'Only members see this button',
        description: 'Then it works. Add data-ms-modal="signup" to remove this warning: it opens nothing for members.',
      },
    ],
  },
  'unknown-coupon': {
    description:
      'The app has no active coupon with this ID. Purchases with this button fail. A browser finds this only after a purchase was refused, because the list of coupons is not public.',
    helpItems: [
      {
        title: 'Which coupons can I use?',
        description: 'Those in the app’s definition, under coupons. IDs are case-sensitive: HALF is not half.',
      },
      {
        title: 'The coupon has ended',
        description: 'Remove data-ms-coupon. The button then sells at the full price.',
      },
    ],
  },
  'plan-on-social-auth': {
    description: 'A social login button logs in or signs up with its provider. It ignores plan and price attributes.',
    helpItems: [
      {
        title: 'I want to add a plan to these sign-ups',
        description: 'Put the button into a sign-up form, and the plan or price attribute on the form.',
      },
      {
        title: 'The page has no sign-up form',
        description:
          'Put the plan or price attribute on a button with data-ms-modal="signup". The modal offers the providers.',
      },
    ],
  },
  'hosted-checkout-link': {
    description:
      'This link leads to the checkout that Memberstack hosts. What people buy there does not reach this app, so they get no access.',
    helpItems: [
      {
        title: 'How do I fix it?',
        description: 'Replace the link by a button with data-ms-price:add and a price of this app.',
      },
      {
        title: 'I want to keep the link',
        description:
          'Create the plan or price in this app with the same ID. A click on the link then opens the checkout of this app.',
      },
    ],
  },
}
