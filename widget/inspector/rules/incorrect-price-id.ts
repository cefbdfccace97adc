import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'incorrect-price-id',
  severity: 'error',
  attribute: 'data-ms-price:…',
  title: 'Unknown price ID',
  usesApp: true,
  check: (page) => choiceMistakes(page, 'price', 'id'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'No plan of the app has a price with this ID. It may be mistyped, from another app, or deleted. A click shows an error instead of the checkout.',
  helpItems: [
    {
      title: 'Where do I find the price ID?',
      description: 'In the App tab of this sidebar. Each paid plan lists its prices with their IDs.',
    },
  ],
}
