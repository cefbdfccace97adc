import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'incorrect-price-id',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'No price has this id',
  check: (page) => choiceMistakes(page, 'price', 'id'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'No plan of the app has a price with this id: it is mistyped, belongs to another app, or the price is gone. Whoever clicks gets an error and no checkout.',
  helpItems: [
    {
      title: 'Where do I find the right id?',
      description: 'In the App tab of this sidebar: every paid plan lists its prices, each with an id.',
    },
  ],
}
