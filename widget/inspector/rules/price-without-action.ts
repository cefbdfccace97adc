import { choicesWithoutAction } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'price-without-action',
  severity: 'warning',
  attribute: 'data-ms-price:…',
  title: 'Price button without a link or modal',
  check: (page) => choicesWithoutAction(page, 'price'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'Members go straight to the checkout. Visitors need an account first, and this button has no link or modal for them. They get the default sign-up modal.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description:
        'Add data-ms-modal="signup", or link to the page with your sign-up form. The price is remembered, and the checkout opens after the sign-up.',
    },
    {
      title: 'Only members see this button',
      description: 'Then it works. Add data-ms-modal="signup" to remove this warning: it opens nothing for members.',
    },
  ],
}
