import { formKindOf, profileImageButtons } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'image-inside-signup-form',
  severity: 'error',
  attribute: 'data-ms-action="profile-image"',
  title: 'Profile image button in a sign-up form',
  check: (page) => profileImageButtons(page, (form) => formKindOf(page, form) === 'signup'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'Only members have a profile image. During a sign-up there is no member yet, so the button can’t upload anything.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description:
        'Move the button to a page for members: the page after the sign-up, or the one with the profile form.',
    },
    {
      title: 'How do new members get to that page?',
      description: 'Set redirect="…" on the sign-up form to the URL of that page.',
    },
  ],
}
