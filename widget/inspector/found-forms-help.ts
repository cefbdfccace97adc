import type { RuleHelp } from './rules/rule'
import type { NoticeId } from './rules/notices'

/** What is said of forms, and of what fields and texts hold. */
export const help = {
  'found-signup-form': {
    description: 'Sent, this form makes a member. It needs an email field, and a password field or a social button.',
    helpItems: [
      {
        title: 'Asking for more',
        description: 'Give a field data-ms-member with the key of a custom field, such as first-name.',
      },
      {
        title: 'Joining a plan',
        description: 'Put data-ms-plan:add="pln_…" on the form, or let a button before it choose one.',
      },
    ],
  },
  'found-login-form': {
    description: 'Sent, this form logs a member in. It holds an email field and a password field.',
    helpItems: [
      {
        title: 'Where does the login lead?',
        description: 'To redirect="/…" on the form if it has one, else where the app or the member’s plan says.',
      },
    ],
  },
  'found-passwordless-signup-form': {
    description: 'Sent once, this form mails a code; sent again with the code, it makes a member without a password.',
    helpItems: [
      {
        title: 'The field for the code',
        description: 'It has data-ms-member="token" and stands in an element with data-ms-passwordless="step-2".',
      },
    ],
  },
  'found-passwordless-login-form': {
    description: 'Sent once, this form mails a code; sent again with the code, it logs the member in.',
    helpItems: [
      {
        title: 'The field for the code',
        description: 'It has data-ms-member="token" and stands in an element with data-ms-passwordless="step-2".',
      },
    ],
  },
  'found-forgot-password-form': {
    description: 'Sent, this form mails a code with which a new password can be set.',
    helpItems: [
      {
        title: 'Where is the code typed?',
        description: 'In a form with data-ms-form="reset-password". redirect="/…" on this form leads to its page.',
      },
    ],
  },
  'found-reset-password-form': {
    description: 'Sent, this form sets a new password. It needs the mailed code and the new password.',
    helpItems: [
      {
        title: 'Which fields are these?',
        description: 'data-ms-member="token" for the code and data-ms-member="password" for the new password.',
      },
    ],
  },
  'found-profile-form': {
    description: 'This form shows the member’s custom fields and saves what is changed in them.',
    helpItems: [
      {
        title: 'Changing the email or the password',
        description: 'They have forms of their own: data-ms-form="email" and data-ms-form="password".',
      },
    ],
  },
  'found-password-form': {
    description: 'Sent, this form changes the member’s password, or sets a first one.',
    helpItems: [
      {
        title: 'Which fields are these?',
        description: 'data-ms-member="current-password" and "new-password", and "confirm-password" if you like.',
      },
    ],
  },
  'found-email-form': {
    description: 'Sent, this form changes the address with which the member logs in.',
    helpItems: [
      {
        title: 'Has the new address to be verified?',
        description: 'A mail goes to it. Until its link is opened the member counts as not verified.',
      },
    ],
  },
  'found-member-data': {
    description:
      'A field with this attribute holds that value of the member; any other element shows it in place of its own text or picture.',
    helpItems: [
      {
        title: 'What does a visitor see?',
        description: 'The text that you wrote. It returns at the logout.',
      },
      {
        title: 'Which values are there?',
        description:
          'The keys of your custom fields (App tab), and email, id, signup-date and profile-image. The App tab lists the fields of this app.',
      },
    ],
  },
} as const satisfies Partial<Record<NoticeId, RuleHelp>>
