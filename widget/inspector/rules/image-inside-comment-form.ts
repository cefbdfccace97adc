import { attributeRows, attributes } from '../../attributes'
import { formKindOf, profileImageButtons } from './elements'
import { closest } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'image-inside-comment-form',
  severity: 'error',
  attribute: 'data-ms-action="profile-image"',
  title: 'Profile picture button inside a comment form',
  check: (page) =>
    profileImageButtons(
      page,
      (form) =>
        !attributeRows.form.values.some((kind) => kind === formKindOf(page, form)) &&
        closest(page, form, attributes.channel) !== null,
    ),
} as const satisfies Rule

export const help: RuleHelp = {
  description:
    'A comment form sends what somebody has written. A picture is uploaded by itself and belongs to the member, not to the comment. In the form a press on the button can send a comment that is half written.',
  helpItems: [
    {
      title: 'How do I mend it?',
      description: 'Move the button out of the form. In the channel, beside the form, it may stand.',
    },
    {
      title: 'I want pictures in comments',
      description: 'This button does not do that: it changes the picture of the member who presses it.',
    },
  ],
}
