import { socialProviders } from '../../contract/providers'
import type { NoticeId } from './rules/notices'
import type { RuleHelp } from './rules/rule'

/** The help for each notice. Not in the script: see `RuleHelp`. */
export const help = {
  // Actions, modals and gated content
  'found-logout': {
    description: 'Logs the member out when clicked.',
    helpItems: [
      {
        title: 'Where does the member go?',
        description:
          'To redirect="/…" on the element. Without it, to the logout redirect of the app. Without either, the page stays.',
      },
    ],
  },
  'found-customer-portal': {
    description:
      'Opens the customer portal when clicked. Members see their payments, change the card and cancel there.',
    helpItems: [
      {
        title: "I can't see the button",
        description: 'It is hidden for members who have never started a checkout, and for visitors.',
      },
    ],
  },
  'found-resend-verification-email': {
    description: 'Sends the verification email again when clicked.',
    helpItems: [
      {
        title: 'Where do emails go in Test Mode?',
        description: 'On a development machine, to the test mailbox of the API: /dev/mailbox.',
      },
    ],
  },
  'found-login-redirect': {
    description: 'Sends the member to the page that a login leads to.',
    helpItems: [
      { title: 'Which page is that?', description: 'The login redirect of the member’s plan, or that of the app.' },
    ],
  },
  'found-profile-image': {
    description: 'Asks the member for an image and uploads it as the profile image.',
    helpItems: [
      {
        title: 'Where can I put it?',
        description: 'Outside of profile, sign-up and comment forms. Inside one, the click would also submit the form.',
      },
    ],
  },
  'found-add-passkey': {
    description: 'Creates a passkey on this device when clicked.',
    helpItems: [
      {
        title: 'It asks to log in again',
        description: 'The member must have logged in within the last 10 minutes, with a verified email address.',
      },
      {
        title: 'Passkeys do not work here',
        description: 'They need https or localhost. On an IP address browsers have no passkeys.',
      },
    ],
  },
  'found-end-other-sessions': {
    description: 'Ends all other logins of the member when clicked.',
    helpItems: [
      {
        title: 'It asks to log in again',
        description: 'The member must have logged in or confirmed it’s them within the last 10 minutes.',
      },
    ],
  },
  'found-add-passkey-modal': {
    description: 'Offers the member a passkey for this device when clicked.',
    helpItems: [
      { title: 'For members', description: 'Visitors get the login modal.' },
      {
        title: 'Passkeys do not work here',
        description: 'They need https or localhost. On an IP address browsers have no passkeys.',
      },
    ],
  },
  'found-second-factor-setup-modal': {
    description: 'Sets up two-step verification when clicked.',
    helpItems: [
      { title: 'For members', description: 'Visitors get the login modal. The email address must be verified.' },
    ],
  },
  'found-reauthenticate-modal': {
    description: 'Asks the member for a proof when clicked: a passkey, a code or the password.',
    helpItems: [
      { title: 'When to use it', description: 'The widget asks by itself before an action that needs a proof.' },
      { title: 'For members', description: 'Visitors get the login modal.' },
    ],
  },
  'found-delete-member': {
    description: 'Asks the member, then deletes the account.',
    helpItems: [
      {
        title: 'Where does the member go?',
        description: 'To redirect="/…" on the element. Without it, the page stays and shows a message.',
      },
      {
        title: 'The deletion is refused',
        description: 'The app does not let members delete their accounts. Set allowMemberSelfDelete in the app.',
      },
    ],
  },
  'found-return-to-checkout': {
    description: 'Opens the checkout again that the visitor has left without paying.',
    helpItems: [
      {
        title: "I can't see the button",
        description: 'It shows only in a tab that has opened a checkout, or has a price that waits for a login.',
      },
    ],
  },
  'found-test-card-modal': {
    description: 'Opens the test cards when clicked.',
    helpItems: [
      { title: 'On a live page', description: 'Test cards work in Test Mode only. A click shows a message instead.' },
    ],
  },
  'found-signup-modal': {
    description:
      'Opens the sign-up modal when clicked. If the element is a link, the link works only without the script.',
    helpItems: [
      { title: 'With a plan', description: 'Put data-ms-plan:add or data-ms-price:add on the same element.' },
    ],
  },
  'found-login-modal': {
    description:
      'Opens the login modal when clicked. If the element is a link, the link works only without the script.',
    helpItems: [
      {
        title: 'Where does the login lead?',
        description: 'To data-ms-redirect="/…" on the element, or to the redirect of the plan or the app.',
      },
    ],
  },
  'found-profile-modal': {
    description: 'Opens the profile modal when clicked. It opens for members only.',
    helpItems: [
      {
        title: 'Show one part only',
        description: 'Set data-ms-modal-tab to profile, security, changePassword, plans or team.',
      },
    ],
  },
  'found-forgot-password-modal': {
    description: 'Opens a modal when clicked. Visitors request a code there and set a new password.',
    helpItems: [
      {
        title: 'Where do emails go in Test Mode?',
        description: 'On a development machine, to the test mailbox of the API: /dev/mailbox.',
      },
    ],
  },
  'found-content-gating': {
    description:
      'Only people who match data-ms-content see this element. For everyone else it is removed from the page.',
    helpItems: [
      {
        title: 'Show it to everyone else instead',
        description: 'Put an exclamation mark before the value: data-ms-content="!members" is for visitors.',
      },
      {
        title: 'Is this safe?',
        description:
          'No. The text is still in the source of the page. Put confidential text into hosted content (data-ms-secure-html).',
      },
    ],
  },
  // Forms, fields and texts
  'found-post-form': {
    description: 'Writes a post in its channel when submitted. Inside a post, it edits that post.',
    helpItems: [{ title: 'What does it need?', description: 'A textarea, and data-ms-channel="…" around it.' }],
  },
  'found-thread-form': {
    description: 'Writes a reply to its post when submitted. Inside a reply, it edits that reply.',
    helpItems: [{ title: 'What does it need?', description: 'A textarea, and a post of a channel around it.' }],
  },
  'found-signup-form': {
    description:
      'Creates a member when submitted. The form needs an email field, and a password field or a social login button.',
    helpItems: [
      {
        title: 'Ask for more data',
        description: 'Add a field with data-ms-member and the key of a custom field, such as first-name.',
      },
      {
        title: 'Join a plan',
        description: 'Put data-ms-plan:add="pln_…" on the form, or let a button before it choose the plan.',
      },
    ],
  },
  'found-login-form': {
    description: 'Logs a member in when submitted. The form has an email field and a password field.',
    helpItems: [
      {
        title: 'Where does the login lead?',
        description: 'To redirect="/…" on the form, or to the redirect of the plan or the app.',
      },
    ],
  },
  'found-passwordless-signup-form': {
    description: 'The first submit emails a code. The second submits the code and creates a member without a password.',
    helpItems: [
      {
        title: 'Which field takes the code?',
        description: 'The one with data-ms-member="token". Put it in an element with data-ms-passwordless="step-2".',
      },
    ],
  },
  'found-passwordless-login-form': {
    description: 'The first submit emails a code. The second submits the code and logs the member in.',
    helpItems: [
      {
        title: 'Which field takes the code?',
        description: 'The one with data-ms-member="token". Put it in an element with data-ms-passwordless="step-2".',
      },
    ],
  },
  'found-forgot-password-form': {
    description: 'Emails a code when submitted. With the code, the member can set a new password.',
    helpItems: [
      {
        title: 'Where does the member enter the code?',
        description:
          'In a form with data-ms-form="reset-password". Put redirect="/…" on this form to lead to its page.',
      },
    ],
  },
  'found-reset-password-form': {
    description: 'Sets a new password when submitted. The form needs the emailed code and the new password.',
    helpItems: [
      {
        title: 'Which fields does it need?',
        description: 'data-ms-member="token" for the code and data-ms-member="password" for the new password.',
      },
    ],
  },
  'found-profile-form': {
    description: 'Shows the member’s custom fields and saves the changes.',
    helpItems: [
      {
        title: 'How do members change their email or password?',
        description: 'In separate forms: data-ms-form="email" and data-ms-form="password".',
      },
    ],
  },
  'found-password-form': {
    description: 'Changes the member’s password when submitted, or sets the first one.',
    helpItems: [
      {
        title: 'Which fields does it need?',
        description: 'data-ms-member="current-password" and "new-password". "confirm-password" is optional.',
      },
    ],
  },
  'found-email-form': {
    description: 'Changes the email address that the member logs in with.',
    helpItems: [
      {
        title: 'Is the new email address verified?',
        description: 'The widget sends an email to it. The member is unverified until the link in it is opened.',
      },
    ],
  },
  'found-member-data': {
    description:
      'A field with this attribute contains the member’s value. Any other element shows it instead of its own text or image.',
    helpItems: [
      {
        title: 'What does a visitor see?',
        description: 'Your own text. After a logout, it is shown again.',
      },
      {
        title: 'Which values can I use?',
        description: 'The keys of your custom fields (see the App tab), and email, id, signup-date and profile-image.',
      },
    ],
  },
  // Plans and prices
  'found-price-add': {
    description:
      'Buys this price when clicked. A member goes straight to the checkout. For a visitor, the price is remembered in this tab until the sign-up or login.',
    helpItems: [
      {
        title: 'Where does a visitor go?',
        description:
          'To the page of the link, or to the modal that data-ms-modal names. Without either, the sign-up modal opens.',
      },
      {
        title: 'Can several prices be bought at once?',
        description: 'No. Only one plan can be bought at a time. The last price clicked is used.',
      },
    ],
  },
  'found-price-update': {
    description:
      'Changes what the member pays for to this price. For a visitor, the price is remembered until the login.',
    helpItems: [
      {
        title: 'What happens to the old price?',
        description:
          'It ends when the new one starts. The unused part of the paid period is credited towards the new price.',
      },
    ],
  },
  'found-price-remove-all': {
    description: 'Clears the price remembered in this tab. It does not cancel anything that a member already pays for.',
    helpItems: [
      {
        title: 'How does a member cancel?',
        description: 'In the customer portal (data-ms-action="customer-portal"), or in the profile modal under Plans.',
      },
    ],
  },
  'found-plan-add': {
    description:
      'Joins these free plans when clicked, or when the form is submitted. For a visitor, they are remembered until the sign-up or login.',
    helpItems: [
      {
        title: 'Join several plans with one click',
        description: 'Separate the plan IDs with commas: data-ms-plan:add="pln_a, pln_b".',
      },
      { title: 'Sell a paid plan', description: 'Use one of its prices: data-ms-price:add="prc_…".' },
    ],
  },
  'found-plan-update': {
    description: 'Makes this the member’s only free plan when clicked. Other free plans end. Paid plans stay.',
    helpItems: [
      {
        title: 'Keep the other plans',
        description: 'Use data-ms-plan:add instead. It joins a plan and ends none.',
      },
    ],
  },
  'found-plan-remove': {
    description: 'Removes this free plan from the member when clicked.',
    helpItems: [
      {
        title: 'How does a member cancel a paid plan?',
        description: 'In the customer portal (data-ms-action="customer-portal").',
      },
    ],
  },
  // Social login and comments
  ...Object.fromEntries(socialProviders.map(({ key, name }) => [`found-social-${key}`, provider(name)])),
  'found-channel': comments('This element is a comment channel.'),
  'found-post-creator-data': comments('This element shows data of the author of a post.'),
  'found-thread-creator-data': comments('This element shows data of the author of a thread.'),
} as const satisfies Record<Exclude<NoticeId, `found-social-${string}`>, RuleHelp>

function provider(name: string): RuleHelp {
  return {
    description: `A click logs in or signs up with ${name}. Inside data-ms-auth="manage-providers" it connects the account.`,
    helpItems: [
      {
        title: `Is ${name} enabled?`,
        description: 'See Authentication in the App tab. It lists every login method of this app.',
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
          'A channel around everything, posts in it, threads below posts, and elements with data of the authors.',
      },
    ],
  }
}
