import { attributes } from '../../attributes'
import { formKindOf } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'extra-login-elements',
  severity: 'error',
  attribute: 'data-ms-form="login"',
  title: 'Login form with more than e-mail and password',
  *check(page) {
    for (const element of page.carrying(attributes.member)) {
      const key = page.attribute(element, attributes.member)
      const isExtra =
        key?.trim() && key !== 'email' && key !== 'password' && formKindOf(page, page.formOf(element)) === 'login'
      yield isExtra ? { element, message: `A login does not use "${key}".` } : undefined
    }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A login sends an e-mail address and a password, and nothing else. What people fill in here besides is lost, and nobody is logged in yet whose data could show.',
  helpItems: [
    {
      title: 'I want to save this value',
      description:
        'Put the field into a form with data-ms-form="signup", where it is saved with the new member, or with data-ms-form="profile", where members change it.',
    },
    {
      title: 'This form is meant for signing up',
      description: 'Write data-ms-form="signup".',
    },
    {
      title: 'The field has nothing to do with members',
      description: 'Remove data-ms-member from it, as from a checkbox that says "Remember me".',
    },
  ],
}
