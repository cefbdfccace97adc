import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-price-button',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Price attribute that can’t buy anything',
  check: (page) => choiceMistakes(page, 'price', 'button'),
} as const satisfies Rule

export const help: RuleHelp = {
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
      description: 'Use data-ms-price:add to sell a price, or data-ms-price:update to change what the member pays for.',
    },
    {
      title: 'I want to cancel a subscription',
      description:
        'data-ms-price:remove="all" only clears a price remembered for a login. Members cancel in the customer portal: data-ms-action="customer-portal".',
    },
  ],
}
