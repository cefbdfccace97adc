import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-price-button',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Price attribute that cannot buy anything',
  check: (page) => choiceMistakes(page, 'price', 'button'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A price attribute needs a word behind a colon and what that word takes: add and update take the id of a price, which begins with prc_, remove takes all. With anything else the click does nothing.',
  helpItems: [
    {
      title: 'I wrote the id of a plan',
      description:
        'A plan can have several prices, by the month or by the year. Write the id of the one to be paid. For a free plan use data-ms-plan:add.',
    },
    {
      title: 'I wrote data-ms-price alone',
      description: 'Write data-ms-price:add to sell it, or data-ms-price:update to change what is paid for now.',
    },
    {
      title: 'I want to cancel what a member pays for',
      description:
        'data-ms-price:remove="all" only forgets a price that waits for a login. Members cancel in the customer portal: data-ms-action="customer-portal".',
    },
  ],
}
