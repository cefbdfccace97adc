import { missingCredentials } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-login-elements',
  severity: 'error',
  attribute: 'data-ms-form="login"',
  title: 'Login form without e-mail or password',
  check: (page) => missingCredentials(page, 'login'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A login needs to know who somebody is. This form lacks the field for the e-mail address, or what proves it: a password field or a button of a social provider. Nobody can log in with it.',
  helpItems: [
    {
      title: 'The fields are there',
      description:
        'Then they say it in another way. Give the field of the address data-ms-member="email" and that of the password data-ms-member="password", on the inputs themselves and not on a block around them.',
    },
    {
      title: 'The fields stand outside of the form',
      description: 'Move them into it, or give each of them form="…" with the id of the form.',
    },
    {
      title: 'I want no passwords',
      description:
        'Use data-ms-form="passwordless-login": it mails a code. Or put a button with data-ms-auth-provider into the form.',
    },
  ],
}
