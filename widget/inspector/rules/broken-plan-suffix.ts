import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-plan-suffix',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'Invalid plan attribute',
  check: (page) => choiceMistakes(page, 'plan', 'suffix'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A plan attribute names an action and a plan: data-ms-plan:add="pln_free". The action is add, update or remove, and the plan ID starts with pln_. Anything else is ignored.',
  helpItems: [
    {
      title: 'Which action do I need?',
      description: 'add joins a free plan. update joins it and leaves all other free plans. remove leaves it.',
    },
    {
      title: 'Where do I find a plan ID?',
      description: 'In the App tab of this sidebar, under the plans. Use the ID, not the name: pln_free, not Free.',
    },
  ],
}
