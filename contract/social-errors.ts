/** Errors of social login, from the server or a provider window. */
export const socialErrors = {
  'use-email-login': {
    status: 409,
    message:
      'An account with this email already exists. Log in to it as before, then connect this provider in your profile.',
  },
  'account-not-found': { status: 404, message: 'No account uses this login yet. Please sign up first.' },
  'provider-not-found': { status: 404, message: 'This site does not offer this login method.' }, // ours
  'provider-not-configured': { status: 503, message: 'This login method is not set up for this site yet.' }, // ours
  'provider-unavailable': {
    status: 503,
    message: 'The provider can’t be reached. Please try again shortly.',
  }, // ours
  'provider-cancelled': { status: 400, message: 'You canceled the login. Nothing was changed.' }, // ours
  'provider-email-missing': {
    status: 400,
    message:
      'The provider did not share an email address. Sign up with your email, then connect the provider in your profile.',
  }, // ours
  'provider-session-expired': {
    status: 400,
    message: 'This login was started in another browser, or took too long. Please try again.',
  }, // ours
  'account-already-connected': { status: 409, message: 'This provider is already connected to an account.' },
  'account-not-connected': { status: 404, message: 'This provider is not connected to your account.' },
  'account-connect-failed': { status: 400, message: 'The provider did not confirm your identity. Please try again.' },
  'account-connect-requires-login': { status: 401, message: 'Please log in before you connect a provider.' },
  'account-set-password-before-disconnect': {
    status: 409,
    message: 'This provider is your only login method. Please set a password first.',
  },
} as const

/** Raised only in the browser. Separate, so that a bundle need not include the table. */
export const popupBlocked = {
  status: 0,
  message: 'Your browser blocked the login window. Please allow pop-ups for this page and try again.',
} as const
export const popupClosed = { status: 0, message: 'The login window was closed before the login finished.' } as const
