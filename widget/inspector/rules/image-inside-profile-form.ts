import { formKindOf, profileImageButtons } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'image-inside-profile-form',
  severity: 'error',
  attribute: 'data-ms-action="profile-image"',
  title: 'Profile image button in a profile form',
  check: (page) => profileImageButtons(page, (form) => formKindOf(page, form) === 'profile'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A profile image is uploaded as soon as it is chosen, not when the form is saved. In this form, the button could submit the form.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description: 'Move the button before or after the form. CSS can still place it next to the fields.',
    },
    {
      title: 'Can the image stay in the form?',
      description: 'Yes. Put <img data-ms-member="profile-image"> anywhere, also in a form.',
    },
  ],
}
