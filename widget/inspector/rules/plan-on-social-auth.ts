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
      yield name ? { element, message: `${name} does not work on a social login button.` } : undefined
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description: 'A social login button logs in or signs up with its provider. It ignores plan and price attributes.',
  helpItems: [
    {
      title: 'I want to add a plan to these sign-ups',
      description: 'Put the button into a sign-up form, and the plan or price attribute on the form.',
    },
    {
      title: 'The page has no sign-up form',
      description:
        'Put the plan or price attribute on a button with data-ms-modal="signup". The modal offers the providers.',
    },
  ],
}
