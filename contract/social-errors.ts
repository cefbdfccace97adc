/** Of social login: what a server answers, or a provider's window. */
export const socialErrors = {
  'use-email-login': {
    status: 409,
    message:
      'There is an account with this email already. Log in to it the way you did before, then connect this provider in your profile.',
  },
  'account-not-found': { status: 404, message: 'There is no account for this login yet. Please sign up first.' },
  'provider-not-found': { status: 404, message: 'This site does not offer to log in that way.' }, // ours
  'provider-not-configured': { status: 503, message: 'This way to log in is not set up for this site yet.' }, // ours
  'provider-unavailable': {
    status: 503,
    message: 'The provider cannot be reached right now. Please try again shortly.',
  }, // ours
  'provider-cancelled': { status: 400, message: 'You cancelled the login with the provider. Nothing was changed.' }, // ours
  'provider-email-missing': {
    status: 400,
    message:
      'The provider did not share an email address. Sign up with your email, then connect the provider in your profile.',
  }, // ours
  'provider-session-expired': {
    status: 400,
    message: 'This login was not begun in this browser, or took too long. Please try again.',
  }, // ours
  'account-already-connected': { status: 409, message: 'This provider is already connected to an account.' },
  'account-not-connected': { status: 404, message: 'This provider is not connected to your account.' },
  'account-connect-failed': { status: 400, message: 'The provider did not confirm who you are. Please try again.' },
  'account-connect-requires-login': { status: 401, message: 'Please log in before you connect a provider.' },
  'account-set-password-before-disconnect': {
    status: 409,
    message: 'Please set a password first: without this provider you could not log in any more.',
  },
} as const

/** Raised in the browser only; on their own, so that a bundle need not carry the table. */
export const popupBlocked = {
  status: 0,
  message: 'Your browser blocked the login window. Please allow pop-ups for this page and try again.',
} as const
export const popupClosed = { status: 0, message: 'The login window was closed before the login was done.' } as const
