import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-plan-button',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'Plan attribute with the id of a price',
  check: (page) => choiceMistakes(page, 'plan', 'button'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'Plan attributes are for free plans, whose ids begin with pln_. This one holds the id of a price, so the click joins nothing and buys nothing.',
  helpItems: [
    {
      title: 'It is to sell something',
      description: 'Write data-ms-price:add in the place of data-ms-plan:add and keep the id.',
    },
    {
      title: 'It is to join a free plan',
      description: 'Keep the attribute and write the id of the plan. It begins with pln_ and stands in the App tab.',
    },
  ],
}
