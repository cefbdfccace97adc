import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-price-suffix',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Invalid price attribute',
  check: (page) => choiceMistakes(page, 'price', 'suffix'),
} as const satisfies Rule

export const help: RuleHelp = {
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
}
