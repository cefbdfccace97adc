import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-plan-button',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'Price ID in a plan attribute',
  check: (page) => choiceMistakes(page, 'plan', 'button'),
} as const satisfies Rule

export const help: RuleHelp = {
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
}
