import { pageTexts } from '../../http/page-texts'

/** The hosted pages of accounts. */
export const { text, markup } = pageTexts({
  linkUsed: 'This link is no longer valid',
  linkReplaced: 'It has been used, replaced by a newer one, or has expired.',
  email: 'Email',
  notMe: 'This was not me',
  closePage: 'You can close this page.',

  loginLinkTitle: 'Log in to {app}',
  loginLinkIntro: 'The link logs in {email}.',
  loginLinkAsked: 'It was requested on: {device}.',
  loginLinkDevice: 'unknown browser',
  loginLinkSite: 'Open {host}',
  loginLinkShow: 'Show the code',
  loginLinkStranger: 'If you did not ask for this, close this page. Nothing has changed.',
  loginLinkCodeTitle: 'Your code',
  loginLinkCode: 'Type this code where you requested it. The link and the emailed code have ended.',
  loginLinkUsed: 'It has been used or has expired. Request a new one on the site.',
  verifyTitle: 'Verify your email address',
  verifyWrongPassword: 'Wrong password',
  verifyIntro: 'An account at {app} was created with {email}.',
  verifyButton: 'Verify email',
  notYoursTitle: 'Not your account?',
  notYours: 'Someone else entered your email address. We will make sure that they can’t use it.',
  password: 'Your password',
  passwordHint: 'It confirms that the account is yours.',
  passwordWrong: 'This is not the password of the account. Please try again.',
  passwordForgotten:
    'Forgot it? Choose “Forgot password” on the site. The code that we email you also verifies your address.',
  verifiedTitle: 'Your email address is verified',
  verified: '{email} is verified.',
  loggedOut: 'You have been logged out everywhere. Log in again on the site.',
  loggedOutProviders:
    'You have been logged out everywhere. To log in again, choose “Forgot password” on the site, or a code by email if the site offers it. Then connect {providers} again in your profile.',
  verifyLinkNew: 'If your email address is not verified yet, log in on the site and request a new link.',

  disownedTitle: 'Thank you for letting us know',
  disowned: 'All sessions of this account have ended, and its password has been removed.',
  disownedProviders:
    'All sessions of this account have ended, and its password has been removed. {providers} can no longer log in to it.',
  disownedNext:
    'You don’t need to do anything else. If you want to use the account yourself, choose “Forgot password” on the site.',
  freed: '{email} no longer belongs to an account at {app}.',
  nothingToDo: 'You don’t need to do anything else.',

  resetTitle: 'Choose a new password',
  newPassword: 'New password',
  newPasswordHint: 'At least {count} characters.',
  resetButton: 'Set new password',
  resetDoneTitle: 'Password reset',
  resetDone: 'Your password has been reset. Please login.',
  resetDoneNext: 'You have been logged out everywhere. You can close this page.',
  resetLinkNew: 'Choose “Forgot password” on the site to get a new one.',

  confirmTitle: 'Use this email address?',
  confirmWrong: 'That was not right',
  confirmIntro: 'The account {old} at {app} is about to use {email}. From then on, you log in with it.',
  confirmCode: 'Code from your app, or a recovery code',
  confirmTryAgain: 'Please check it and try again.',
  confirmElsewhere:
    'We need to know that it is you. Log in on the site, change your email there again, and open the link in the new email.',
  confirmButton: 'Use this email address',
  confirmNotYours: 'Someone entered your email address for another account. You can stop that.',
  confirmCanceled: 'The account keeps its former email address.',
  confirmedTitle: 'Your email address was changed',
  confirmed: 'Your account at {app} now uses {email}.',
  confirmLinkNew: 'To get a new link, log in on the site and change your email again.',

  changedTitle: 'Wasn’t this you?',
  changed: 'The email address of the account {email} at {app} was changed.',
  changedUndo: 'If you did not change it, undo the change. This ends all sessions, and you choose a new password.',
  revertedTitle: 'The account is yours again',
  reverted: 'Its email address is {email} again. All sessions have ended, and the password has been removed.',
  revertedNext: 'Now choose “Forgot password” on the site to set a new one.',
  notMeIntro:
    'Someone logged in to the account {email} at {app}. If it was not you, end all logins. This also removes the password, and we email you a link to choose a new one.',
  notMeDoneTitle: 'All logins have ended',
  notMeDone: 'Everyone has been logged out, and the password has been removed.',
  notMeNext: 'We have emailed you a link to choose a new password.',
  notMeLinkUsed: 'It has been used or has expired. To end all logins, choose “Forgot password” on the site.',
  undoLinkUsed: 'It has been used or has expired. If you can’t get into your account, contact the site.',
})
