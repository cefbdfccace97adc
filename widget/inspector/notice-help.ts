import { type SocialProviderKey, socialProviders } from '../../contract/providers'
import type { NoticeId } from './rules/notices'
import type { RuleHelp } from './rules/rule'

/** The help for each notice. Not in the script: see `RuleHelp`. */
export const help = {
  // Actions, modals and gated content.
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
  // Forms, fields and texts.
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
  // Plans and prices.
  'found-price-add': {
    description:
      'A click buys this price. A member goes to the checkout at once; for a visitor the price waits in this tab until the sign-up or login.',
    helpItems: [
      {
        title: 'Where does a visitor go?',
        description:
          'Where the link leads, or into the dialog that data-ms-modal names. Without either, the click only puts the price aside.',
      },
      {
        title: 'Can several prices be bought at once?',
        description: 'No. Only one plan can be bought at a time; the price clicked last counts.',
      },
    ],
  },
  'found-price-update': {
    description:
      'A click changes what a member pays for now to this price. For a visitor the price waits until the login.',
    helpItems: [
      {
        title: 'What happens to the old price?',
        description: 'It ends when the new one begins. What is left of the paid time counts towards the new price.',
      },
    ],
  },
  'found-price-remove-all': {
    description: 'A click drops the price that waits in this tab. What a member already pays for stays.',
    helpItems: [
      {
        title: 'How does a member cancel?',
        description: 'In the customer portal (data-ms-action="customer-portal"), or in the profile dialog under Plans.',
      },
    ],
  },
  'found-plan-add': {
    description:
      'A click, or on a form its sending, joins these free plans. For a visitor they wait until the sign-up or login.',
    helpItems: [
      {
        title: 'Several plans in one click',
        description: 'Separate their ids by commas: data-ms-plan:add="pln_a, pln_b".',
      },
      { title: 'A plan with a price', description: 'It is bought by its price: data-ms-price:add="prc_…".' },
    ],
  },
  'found-plan-update': {
    description: 'A click makes this the member’s one free plan. Other free plans end; paid plans stay.',
    helpItems: [
      {
        title: 'Keeping the others',
        description: 'Use data-ms-plan:add instead: it joins a plan and ends none.',
      },
    ],
  },
  'found-plan-remove': {
    description: 'A click takes the member out of this free plan.',
    helpItems: [
      {
        title: 'Leaving a paid plan',
        description: 'That is done in the customer portal (data-ms-action="customer-portal").',
      },
    ],
  },
  // Social login and comments.
  'found-social-facebook': provider('facebook'),
  'found-social-google': provider('google'),
  'found-social-linkedin': provider('linkedin'),
  'found-social-spotify': provider('spotify'),
  'found-social-dribbble': provider('dribbble'),
  'found-social-github': provider('github'),
  'found-channel': comments('This element is recognized as a channel of comments.'),
  'found-post-creator-data': comments('This element is recognized as one that shows something of a post’s author.'),
  'found-thread-creator-data': comments('This element is recognized as one that shows something of a thread’s author.'),
} as const satisfies Record<NoticeId, RuleHelp>

function provider(key: SocialProviderKey): RuleHelp {
  const name = socialProviders.find((row) => row.key === key)?.name ?? key
  return {
    description: `A click logs in or signs up with ${name}. Inside data-ms-auth="manage-providers" it connects the account.`,
    helpItems: [
      {
        title: `Is ${name} switched on?`,
        description: 'See Authentication in the App tab: it lists every login method of this app.',
      },
    ],
  }
}

function comments(description: string): RuleHelp {
  return {
    description,
    helpItems: [
      {
        title: 'Which parts do comments have?',
        description:
          'A channel around everything, posts in it, threads below posts, and elements in them that show something of the author.',
      },
    ],
  }
}
