import { CONTENTS_MAX } from './limits'

/** Errors of the console: its people, and the settings of an app. All are ours. */
export const consoleErrors = {
  // People of the console
  'right-missing': { status: 403, message: 'Your role or key does not include this. Ask an owner of the app.' },
  'step-up-required': { status: 403, message: 'Confirm with your passkey or password to continue.' },
  'console-only': { status: 403, message: 'Only a person logged in to the console can do this.' },
  'console-login-required': { status: 401, message: 'Please log in to the console.' },
  'two-credentials': { status: 400, message: 'Send a secret key or the cookie of the console, not both.' },
  'wrong-host': { status: 421, message: 'The console is not served under this host name.' },
  'https-required': { status: 403, message: 'The console needs https. Set PUBLIC_API_URL to an https URL.' },
  'no-staff-account': {
    status: 403,
    message: 'This account has no access to the console. Ask an owner to invite you.',
  },
  'invitation-required': { status: 403, message: 'You need an invitation to sign up here. Ask an owner of the app.' },
  'invalid-invitation': { status: 404, message: 'This invitation is no longer valid. Ask for a new one.' },
  'invalid-setup-link': {
    status: 404,
    message: 'This link is no longer valid. Run "npm run admin -- console link" on the server for another.',
  },
  'last-owner': { status: 409, message: 'This is the last owner of the app. Make another person an owner first.' },
  'app-has-owner': { status: 409, message: 'This app has an owner, who invites others.' }, // ours
  'already-staff': { status: 409, message: 'This person is already in the team of the app.' },
  'staff-not-found': { status: 404, message: 'This person is not in the team of the app.' },
  'invitation-not-found': { status: 404, message: 'This invitation does not exist or has expired.' },

  // Settings of an app
  'preview-only': { status: 403, message: 'This is a preview: nothing can be changed here.' },
  'preview-key-not-found': { status: 404, message: 'This preview has ended. Open a new one.' },
  'invalid-definition': { status: 400, message: 'This change is not possible.' }, // the message says why
  'definition-changed': { status: 409, message: 'Someone else has changed this. Look at the newest version first.' },
  'definition-item-not-found': { status: 404, message: 'This part of the app does not exist.' },
  'definition-item-taken': { status: 409, message: 'Something with this ID already exists.' },
  'version-not-found': { status: 404, message: 'This version is no longer stored.' },
  'second-factor-kept': {
    status: 409,
    message:
      'This person also works on apps that you do not own. Only a setup link of the server can replace their second factor.',
  },
  'credential-refused': { status: 400, message: 'The service did not accept this.' }, // the message says why
  'other-stripe-account': {
    status: 409,
    message: 'This key belongs to another Stripe account than the one that sold running subscriptions.',
  },
  'credential-not-found': { status: 404, message: 'The app has no such credential of its own.' },
  'no-mail-server': { status: 409, message: 'The app has no mail server yet.' },
  'not-ready-for-live': { status: 409, message: 'Something must be done before the app can go live.' }, // the message says what
  'encryption-key-missing': {
    status: 503,
    message: 'This server cannot store secrets yet: its owner must set KEY_ENCRYPTION_KEY.',
  },
  'invalid-page-url': { status: 400, message: 'Enter the URL of a public page, such as https://www.example.com/.' },
  'page-unreachable': { status: 400, message: 'This page cannot be read. Check its URL, or paste its HTML.' },
  'too-many-contents': { status: 409, message: `An app can have up to ${CONTENTS_MAX} pieces of content.` },
} as const
