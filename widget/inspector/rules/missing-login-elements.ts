import { missingCredentials } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-login-elements',
  severity: 'error',
  attribute: 'data-ms-form="login"',
  title: 'Login form without email or password',
  check: (page) => missingCredentials(page, 'login'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A login form needs an email field, and a password field or a social login button. Logins with this form fail.',
  helpItems: [
    {
      title: 'The form has these fields',
      description:
        'Set data-ms-member="email" on the email input and data-ms-member="password" on the password input, not on a wrapper.',
    },
    {
      title: 'The fields are outside the form',
      description: 'Move them into the form, or set form="…" on each to the ID of the form.',
    },
    {
      title: 'I don’t want passwords',
      description:
        'Use data-ms-form="passwordless-login", which emails a code. Or put a button with data-ms-auth-provider into the form.',
    },
  ],
}
