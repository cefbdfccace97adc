import { choiceMistakes } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'broken-plan-suffix',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'Plan attribute that means nothing',
  check: (page) => choiceMistakes(page, 'plan', 'suffix'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A plan attribute says what to do with which plan: data-ms-plan:add="pln_free". The word behind the colon is add, update or remove, and the id begins with pln_. Anything else is passed over, and the click joins nothing.',
  helpItems: [
    {
      title: 'Which word do I need?',
      description:
        'add joins a free plan. update joins it and leaves the other free plans of the member. remove leaves it.',
    },
    {
      title: 'Where do I find the id of a plan?',
      description:
        'In the App tab of this sidebar, under the plans. An id is not the name of the plan: write pln_free, not Free.',
    },
  ],
}
