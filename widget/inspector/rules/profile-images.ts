import { formKindOf, profileImageButtons } from './elements'
import type { Rule, RuleHelp } from './rule'
import { attributeRows, attributes } from '../../attributes'
import { closest } from './page'

export const imageInsideProfileForm = {
  id: 'image-inside-profile-form',
  severity: 'error',
  attribute: 'data-ms-action="profile-image"',
  title: 'Profile image button in a profile form',
  check: (page) => profileImageButtons(page, (form) => formKindOf(page, form) === 'profile'),
} as const satisfies Rule

export const imageInsideSignupForm = {
  id: 'image-inside-signup-form',
  severity: 'error',
  attribute: 'data-ms-action="profile-image"',
  title: 'Profile image button in a sign-up form',
  check: (page) => profileImageButtons(page, (form) => formKindOf(page, form) === 'signup'),
} as const satisfies Rule

export const imageInsideCommentForm = {
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

export const misplacedProfileImage = {
  id: 'misplaced-profile-image',
  severity: 'error',
  attribute: 'data-ms-member="profile-image"',
  title: 'Profile image on an element that is not an image',
  own: true,
  *check(page) {
    for (const element of page.carrying(attributes.member)) {
      const isWrong = page.attribute(element, attributes.member) === 'profile-image' && page.tag(element) !== 'img'
      yield isWrong ? { element, message: `It is on a <${page.tag(element)}>. Only an <img> shows it.` } : undefined
    }
  },
} as const satisfies Rule

/** By the ID of the rule. */
export const help: Readonly<Record<string, RuleHelp>> = {
  'image-inside-profile-form': {
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
  },
  'image-inside-signup-form': {
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
  },
  'image-inside-comment-form': {
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
  },
  'misplaced-profile-image': {
    description: 'Only an <img> can show the profile image of a member. On this element the attribute does nothing.',
    helpItems: [
      {
        title: 'How do I fix it?',
        description:
          'Put <img data-ms-member="profile-image" alt="Your profile image" src="/nobody.png" /> into the element, and remove the attribute from it.',
      },
      {
        title: 'I want members to choose an image',
        description: 'Use a button with data-ms-action="profile-image". It uploads the image as soon as it is chosen.',
      },
    ],
  },
}
