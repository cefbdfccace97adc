import { missingCredentials } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'missing-signup-elements',
  severity: 'error',
  attribute: 'data-ms-form="signup"',
  title: 'Signup form without e-mail or password',
  check: (page) => missingCredentials(page, 'signup'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A new account needs an e-mail address, and a way to log in later: a password or a social provider. This form lacks one of them, so it makes no members.',
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
        'Use data-ms-form="passwordless-signup": it mails a code. Or put a button with data-ms-auth-provider into the form.',
    },
  ],
}
