import { choiceMistakes } from './choice-values'
import { unknownMemberships } from './memberstack-one-markup'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'incorrect-plan-id',
  severity: 'error',
  attribute: 'data-ms-plan:…',
  title: 'Unknown plan ID',
  usesApp: true,
  *check(page) {
    yield* choiceMistakes(page, 'plan', 'id')
    yield* unknownMemberships(page)
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'The app has no free plan with this ID. It may be mistyped, from another app, deleted, or a paid plan. The server rejects it.',
  helpItems: [
    {
      title: 'Where do I find the plan ID?',
      description: 'In the App tab of this sidebar, under the plans. Free plans have no prices.',
    },
    {
      title: 'It is a paid plan',
      description: 'Use one of its prices: data-ms-price:add="prc_…". Plan attributes are for free plans.',
    },
  ],
}
