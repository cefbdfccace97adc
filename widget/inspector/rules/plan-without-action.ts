import { choicesWithoutAction } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'plan-without-action',
  severity: 'warning',
  attribute: 'data-ms-plan:…',
  title: 'Plan button without a link or modal',
  check: (page) => choicesWithoutAction(page, 'plan'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'Members join the plan immediately. Visitors need an account first, and this button has no link or modal for them. They get the default sign-up modal.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description:
        'Add data-ms-modal="signup", or link to the page with your sign-up form. The plan is remembered and added to the new account.',
    },
    {
      title: 'Only members see this button',
      description: 'Then it works. Add data-ms-modal="signup" to remove this warning: it opens nothing for members.',
    },
  ],
}
