import { attributes } from '../../attributes'
import { choiceNames } from './choice-values'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'plan-on-social-auth',
  severity: 'error',
  attribute: attributes.authProvider,
  title: 'Plan or price on a social login button',
  *check(page) {
    const names = [...choiceNames(page, 'plan'), ...choiceNames(page, 'price')]
    for (const element of page.carrying(attributes.authProvider)) {
      const name = names.find((one) => page.attribute(element, one) !== null)
      yield name ? { element, message: `${name} does not belong on a social login button.` } : undefined
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A social login button logs in or signs up with its provider. It is no button for plans and prices: what it carries of them is not joined and not bought.',
  helpItems: [
    {
      title: 'Whoever signs up with it is to get a plan',
      description: 'Put the button into the signup form and give the plan or price to the form.',
    },
    {
      title: 'The page has no signup form',
      description: 'Give the plan or price to a button with data-ms-modal="signup". The dialog offers the providers.',
    },
  ],
}
