import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'incorrect-plan-id',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'No free plan has this id',
  check: (page) => choiceMistakes(page, 'plan', 'id'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'The app has no free plan with this id: it is mistyped, belongs to another app, or the plan is gone or costs money. The server refuses it, and nobody joins.',
  helpItems: [
    {
      title: 'Where do I find the right id?',
      description: 'In the App tab of this sidebar, under the plans. A free plan is one without prices.',
    },
    {
      title: 'The plan is there, but it costs money',
      description: 'Sell it by one of its prices: data-ms-price:add="prc_…". Plan attributes are for free plans.',
    },
  ],
}
