import { choicesWithoutAction } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'price-without-action',
  severity: 'warning',
  attribute: 'data-ms-price:…',
  title: 'Price button without a modal or an address',
  check: (page) => choicesWithoutAction(page, 'price'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'Only members can buy at once. A visitor needs an account first, and this button does not say where to get one. The signup dialog opens as a last resort.',
  helpItems: [
    {
      title: 'How do I mend it?',
      description:
        'Give the button data-ms-modal="signup", or make it a link to the page with your signup form. The price waits, and the checkout opens once the account is there.',
    },
    {
      title: 'Only members see this button',
      description:
        'They go to the checkout at once. Give it data-ms-modal="signup" all the same: for members it opens nothing.',
    },
  ],
}
