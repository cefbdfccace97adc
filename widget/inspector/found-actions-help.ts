import type { RuleHelp } from './rules/rule'
import type { NoticeId } from './rules/notices'

/** What is said of what is clicked, and of gated content. */
export const help = {
  'found-logout': {
    description: 'A click logs the member out.',
    helpItems: [
      {
        title: 'Where does it lead?',
        description: 'To redirect="/…" on the element if it has one, else where the app says; else the page stays.',
      },
    ],
  },
  'found-customer-portal': {
    description: 'A click opens the page on which a member sees payments, changes the card and cancels.',
    helpItems: [
      {
        title: 'It does not show',
        description: 'It is hidden from everybody who has never been at a checkout.',
      },
    ],
  },
  'found-resend-verification-email': {
    description: 'A click mails the link once more with which a member verifies the address.',
    helpItems: [
      {
        title: 'Where do mails go in Test Mode?',
        description: 'On a development machine into the test mailbox of the API, at /dev/mailbox.',
      },
    ],
  },
  'found-login-redirect': {
    description: 'A click leads a member where a login would lead.',
    helpItems: [{ title: 'Where is that?', description: 'The redirect of the member’s plan, or the one of the app.' }],
  },
  'found-profile-image': {
    description: 'A click asks the member for a picture and uploads it as the profile image.',
    helpItems: [
      {
        title: 'Where may it stand?',
        description: 'Outside of profile, sign-up and comment forms: there the click would send the form too.',
      },
    ],
  },
  'found-signup-modal': {
    description: 'A click opens a dialog in which a visitor signs up. A link is followed only without the script.',
    helpItems: [
      { title: 'With a plan', description: 'Put data-ms-plan:add or data-ms-price:add on the same element.' },
    ],
  },
  'found-login-modal': {
    description: 'A click opens a dialog in which a member logs in. A link is followed only without the script.',
    helpItems: [
      { title: 'Where does the login lead?', description: 'Where the app or the plan says, or data-ms-redirect="/…".' },
    ],
  },
  'found-profile-modal': {
    description: 'A click opens the member’s profile in a dialog. It opens for members only.',
    helpItems: [
      {
        title: 'One part of it alone',
        description: 'data-ms-modal-tab names it: profile, security, changePassword, plans or team.',
      },
    ],
  },
  'found-forgot-password-modal': {
    description: 'A click opens a dialog in which a member asks for a code and sets a new password.',
    helpItems: [
      {
        title: 'Where do mails go in Test Mode?',
        description: 'On a development machine into the test mailbox of the API, at /dev/mailbox.',
      },
    ],
  },
  'found-content-gating': {
    description:
      'This element is for some only: those whom its data-ms-content names. For all others it leaves the page.',
    helpItems: [
      {
        title: 'The other way round',
        description: 'An exclamation mark before the value: data-ms-content="!members" is for visitors.',
      },
      {
        title: 'Is this safe?',
        description:
          'It keeps a page tidy. Its source still holds the text. What nobody else may ever read belongs into hosted content (data-ms-secure-html).',
      },
    ],
  },
} as const satisfies Partial<Record<NoticeId, RuleHelp>>
