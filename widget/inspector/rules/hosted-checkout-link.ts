import { attributes } from '../../attributes'
import { HOSTED_CHECKOUT, idsInHostedLink } from '../../lib/urls'
import { didYouMean } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
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

export const help: RuleHelp = {
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
}
