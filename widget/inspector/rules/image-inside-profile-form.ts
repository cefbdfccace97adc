import { formKindOf, profileImageButtons } from './elements'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'image-inside-profile-form',
  severity: 'error',
  attribute: 'data-ms-action="profile-image"',
  title: 'Profile picture button inside a profile form',
  check: (page) => profileImageButtons(page, (form) => formKindOf(page, form) === 'profile'),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A picture is uploaded by itself, as soon as it is chosen. It is no part of what a profile form saves. In the form the button looks as if it needed saving, and a press on it can send the form.',
  helpItems: [
    {
      title: 'How do I mend it?',
      description:
        'Move the button out of the form, before or behind it. With CSS it can still stand beside the fields.',
    },
    {
      title: 'May the picture itself stay?',
      description: 'Yes. An <img> with data-ms-member="profile-image" may stand anywhere, in the form too.',
    },
  ],
}
