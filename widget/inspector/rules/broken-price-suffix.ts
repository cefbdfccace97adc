import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-price-suffix',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Price attribute that means nothing',
  check: (page) => choiceMistakes(page, 'price', 'suffix'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A price attribute says what to do with which price: data-ms-price:add="prc_…". The word behind the colon is add, update or remove, and the id begins with prc_. Anything else is passed over, and nothing is bought.',
  helpItems: [
    {
      title: 'Which word do I need?',
      description:
        'add buys a price. update puts it in the place of what the member pays for now. remove, with the value all, forgets a price that waits for a login.',
    },
    {
      title: 'Where do I find the id of a price?',
      description: 'In the App tab of this sidebar: every paid plan lists its prices, each with an id.',
    },
  ],
}
