import { attributes } from '../../attributes'
import { formKindOf } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'extra-login-elements',
  severity: 'error',
  attribute: 'data-ms-form="login"',
  title: 'Login form with more than email and password',
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
    'A login sends only an email address and a password. Other fields are not saved, and they can’t show member data before the login.',
  helpItems: [
    {
      title: 'I want to save this value',
      description:
        'Move the field to a form with data-ms-form="signup", which saves it with the new member, or data-ms-form="profile", where members change it.',
    },
    {
      title: 'This form is for sign-ups',
      description: 'Use data-ms-form="signup".',
    },
    {
      title: 'The field is not about members',
      description: 'Remove data-ms-member from it. A "Remember me" checkbox, for example, doesn’t need it.',
    },
  ],
}
