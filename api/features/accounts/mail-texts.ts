const passwordless = {
  lifetime: 'The code works once and expires in {minutes} minutes.',
  password:
    'Using the code verifies this email address and removes the current password, which was set before the address was verified. You can set a new one afterwards.',
  ignore: 'If you didn’t ask for this, ignore this email. Never share the code.',
} as const

/** The mails of accounts. An owner replaces a text in `mail.texts` by `<mail>.<key>`. */
export const mailTexts = {
  'verify-email': {
    subject: 'Verify your email address for {app}',
    intro: 'This email address was used for an account at {app}. Please verify that it is yours:',
    link: 'Verify email address',
    lifetime: 'The link expires in {hours} hours.',
    stranger: 'If you have no account at {app}, open the link too and choose "This was not me".',
  },
  'reset-password': {
    subject: 'Your {app} password reset code',
    intro: 'Someone, hopefully you, asked to reset the password of your {app} account. Your code is:',
    lifetime: 'The code works once and expires in {minutes} minutes. You can also choose the new password here:',
    linkIntro: 'Someone, hopefully you, asked to reset the password of your {app} account. Choose a new one here:',
    linkLifetime:
      'The link works once and expires in {minutes} minutes. This email has no code because too many codes were requested today.',
    link: 'Choose a new password',
    ignore:
      'If you didn’t ask for this, ignore this email. Your password stays the same. Never share the code or link.',
  },
  'passwordless-login': {
    subject: 'Your {app} login code',
    intro: 'Someone, hopefully you, wants to log in to your {app} account. Your code is:',
    ...passwordless,
  },
  'login-link': {
    subject: 'Your {app} login link',
    intro: 'Someone, hopefully you, wants to log in to your {app} account. Open this link:',
    link: 'Log in',
    lifetime: 'The link works once and expires in {minutes} minutes.',
    both: 'Open the link or type the code. One of them works once, within {minutes} minutes.',
  },
  'passwordless-signup': {
    subject: 'Your {app} sign-up code',
    intro: 'Someone, hopefully you, wants to sign up at {app} with this email address. Your code is:',
    ...passwordless,
  },
  'passwordless-reauthenticate': {
    subject: 'Your {app} confirmation code',
    intro: 'Someone, hopefully you, wants to change how your {app} account is protected. Your code is:',
    ...passwordless,
  },
  'confirm-email': {
    subject: 'Confirm your new email address for {app}',
    intro: 'This email address was entered for an account at {app}. Open this link to use it from now on:',
    link: 'Confirm email address',
    lifetime: 'The link works once and expires in {hours} hours. Until then you log in with your former email address.',
    stranger: 'If you have no account at {app}, ignore this email, or open the link and choose "This was not me".',
  },
  'email-changed': {
    subject: 'The email address of your {app} account was changed',
    intro: 'The email address of your {app} account was changed. Emails about the account now go to the new address.',
    stranger: 'If you made this change, you don’t need to do anything. If not, you can undo it within {hours} hours:',
    link: 'This was not me',
  },
  'account-deleted': {
    subject: 'Your {app} account was deleted',
    intro: 'Your {app} account and all data in it were deleted, because someone who was logged in asked for it.',
    unknown: 'If this was not you, check who can use your devices, and contact the site.',
  },
  'deletion-planned': {
    subject: 'Your {app} account will be deleted',
    intro: 'Your {app} account will be deleted on {time}, because someone who was logged in asked for it.',
    keep: 'To keep it, log in before then. Nothing is lost until that time.',
    unknown: 'If this was not you, log in now and change your password.',
  },
  'account-kept': {
    subject: 'Your {app} account won’t be deleted',
    intro: 'You logged in, so your {app} account will not be deleted.',
  },
  'deletion-done': {
    subject: 'Your {app} account was deleted',
    intro: 'The time to keep your {app} account is over. The account and all data in it were deleted.',
  },
  'second-step': {
    subject: 'Someone knows your {app} password',
    intro:
      'Someone passed the first step of a login to your {app} account on an unknown device, with your password or a code from your email. They did not pass the second step.',
    known: 'If this was you, you don’t need to do anything.',
    unknown: 'If not, choose a new password, and check who can read your email.',
  },
  'second-factor-setup': {
    subject: 'Set up two-step verification for {app}',
    intro: 'Someone, hopefully you, logged in to your {app} account, which needs two-step verification from now on.',
    link: 'Set up two-step verification',
    lifetime: 'The link works for {minutes} minutes. Log in again to get a new one.',
    ignore: 'If this was not you, choose a new password: someone knows it.',
  },
  recovery: {
    subject: 'Lost your app for {app}?',
    intro:
      'Someone logged in to your {app} account with your password or a code from your email, but can’t complete the second step. To remove two-step verification, open this link. The removal takes {wait} hours, and you can cancel it until then.',
    link: 'Remove two-step verification',
    lifetime: 'The link works for {hours} hours.',
    ignore: 'If this was not you, do not open it, and choose a new password: someone knows it.',
  },
  'recovery-started': {
    subject: 'Two-step verification of {app} will be removed',
    intro: 'Two-step verification and all passkeys of your {app} account will be removed on {time}.',
    link: 'Cancel',
    ignore: 'If you did not ask for this, cancel it, and choose a new password.',
  },
  'recovery-done': {
    subject: 'Two-step verification of {app} was removed',
    intro: 'Two-step verification and all passkeys of your {app} account were removed, as requested.',
    next: 'Log in, and set up two-step verification again in your profile.',
  },
  'changed-by-owner': {
    subject: 'The login of your {app} account was changed',
    intro: 'The team of {app} changed how you log in to your account:',
    next: 'If you did not ask for this, contact {app}.',
    sessions: 'You were logged out everywhere.',
    session: 'A login was ended.',
    'second-factor': 'Two-step verification was turned off.',
    passkey: 'The passkey “{name}” was removed.',
    devices: 'We no longer recognize your browsers. Your next login asks for every step again.',
  },
  'new-device': {
    subject: 'New login to your {app} account',
    intro: 'Someone logged in to your {app} account on a device that we have not seen before.',
    device: 'Device: {device}',
    network: 'Network: {network}',
    time: 'Time: {time}',
    known: 'If this was you, you don’t need to do anything. If not, end all logins and choose a new password:',
    link: 'This was not me',
    lifetime: 'The link works for {hours} hours.',
  },
} as const
