import { formKindOf, profileImageButtons } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'image-inside-signup-form',
  severity: 'error',
  attribute: 'data-ms-action="profile-image"',
  title: 'Profile picture button inside a signup form',
  check: (page) => profileImageButtons(page, (form) => formKindOf(page, form) === 'signup'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'Only members can upload a picture, and whoever fills in a signup form is no member yet. The button has nobody whose picture it could change.',
  helpItems: [
    {
      title: 'How do I mend it?',
      description:
        'Move the button to a page for members: the one where the signup leads, or the one with the profile form.',
    },
    {
      title: 'How do people get there right after they joined?',
      description: 'Give the signup form redirect="…" with the address of that page.',
    },
  ],
}
