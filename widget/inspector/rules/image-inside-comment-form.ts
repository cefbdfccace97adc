import { attributeRows, attributes } from '../../attributes'
import { formKindOf, profileImageButtons } from './elements'
import { closest } from './page'
import type { Rule, RuleHelp } from './rule'

export const rule = {
  id: 'image-inside-comment-form',
  severity: 'error',
  attribute: 'data-ms-action="profile-image"',
  title: 'Profile image button in a comment form',
  check: (page) =>
    profileImageButtons(
      page,
      (form) =>
        (isCommentForm(formKindOf(page, form)) ||
          !attributeRows.form.values.some((kind) => kind === formKindOf(page, form))) &&
        closest(page, form, attributes.channel) !== null,
    ),
} as const satisfies Rule

const isCommentForm = (kind: string | null): boolean => kind === 'post' || kind === 'thread'

export const help: RuleHelp = {
  description:
    'A comment form sends a comment. A profile image is uploaded separately and belongs to the member. In this form, the button could submit an unfinished comment.',
  helpItems: [
    {
      title: 'How do I fix it?',
      description: 'Move the button out of the form. It can stay in the channel, next to the form.',
    },
    {
      title: 'I want images in comments',
      description: 'This button can’t do that: it changes the profile image of the member.',
    },
  ],
}
