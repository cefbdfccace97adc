import { fieldKeysOf } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'profile-form-without-fields',
  severity: 'error',
  attribute: 'data-ms-form="profile"',
  title: 'Profile form without a field',
  own: true,
  *check(page) {
    for (const [element, keys] of yield* fieldKeysOf(page, 'profile'))
      yield keys.size === 0 ? { element, message: 'No field in this form has data-ms-member.' } : undefined
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A profile form saves the fields that have data-ms-member. This one has none: it shows no values and saves nothing.',
  helpItems: [
    {
      title: 'The form has fields',
      description:
        'Set data-ms-member on each input, not on its label or a wrapper, to the key of a custom field: data-ms-member="first-name".',
    },
    {
      title: 'Which keys can I use?',
      description: 'The App tab lists the custom fields with their keys.',
    },
    {
      title: 'Email and password',
      description:
        'They have forms of their own: data-ms-form="email" and data-ms-form="password". A profile form does not change them.',
    },
  ],
}
