import { fieldKeysOf } from './elements'
import type { Rule, RuleHelp } from './rule'

/** The forms that need the emailed code. */
const kinds = ['passwordless-login', 'passwordless-signup', 'reset-password'] as const

export const rule = {
  id: 'missing-token-field',
  severity: 'error',
  attribute: 'data-ms-form="reset-password"',
  title: 'Form without a field for the emailed code',
  own: true,
  *check(page) {
    for (const kind of kinds)
      for (const [element, keys] of yield* fieldKeysOf(page, kind))
        yield keys.has('token')
          ? undefined
          : { element, message: `This "${kind}" form has no field with data-ms-member="token".` }
  },
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'This form needs the code from the email, but has no field for it. Logins, sign-ups and new passwords with this form fail.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description: 'Add <input data-ms-member="token" autocomplete="one-time-code" /> to the form, with a label.',
    },
    {
      title: 'When is the field shown?',
      description:
        'In a passwordless form, put the field and its label into an element with data-ms-passwordless="step-2". It is hidden until the code was emailed.',
    },
    {
      title: 'The field is outside the form',
      description: 'Move it into the form, or set form="…" on it to the ID of the form.',
    },
  ],
}
