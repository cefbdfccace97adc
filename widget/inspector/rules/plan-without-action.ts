import { choicesWithoutAction } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'plan-without-action',
  severity: 'warning',
  attribute: 'data-ms-plan:…',
  title: 'Plan button without a modal or an address',
  check: (page) => choicesWithoutAction(page, 'plan'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'Only members can join a plan at once. A visitor needs an account first, and this button does not say where to get one. The signup dialog opens as a last resort.',
  helpItems: [
    {
      title: 'How do I mend it?',
      description:
        'Give the button data-ms-modal="signup", or make it a link to the page with your signup form. The plan waits and comes with the new account.',
    },
    {
      title: 'Only members see this button',
      description: 'They join at once. Give it data-ms-modal="signup" all the same: for members it opens nothing.',
    },
  ],
}
