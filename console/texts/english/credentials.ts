import { count, defineTexts, params } from '../texts'

export const credentialTexts = defineTexts('credentials', {
  title: 'Credentials',
  summaryTest:
    'Accounts of this app for Test Mode. Secrets are encrypted, and only their last four characters are shown.',
  summaryLive:
    'Accounts of this app for live mode. Secrets are encrypted, and only their last four characters are shown.',
  otherTest: 'Live mode has its own accounts, and its own checks.',
  toGoLive: 'Open Go live',
  otherLive: 'Test Mode has its own accounts: switch to Test Mode to see them.',

  stripe: 'Stripe',
  mailServer: 'Mail server',
  ofApp: 'Own account',
  ofServer: 'From the server',
  notSet: 'Not set up',
  failed: 'Check failed',

  stripeNoneTest: 'Test Mode sells at the built-in test checkout. Enter a test key to use Stripe instead.',
  stripeNoneLive: 'Live mode can’t sell paid plans without a key.',
  stripeServer: 'Sales go through the Stripe account of the server. Enter a key to use your own.',
  mailServerText: 'Mails go through the mail server of the server. Enter your own to send from it.',

  key: 'Secret key',
  keyHint: 'In Stripe: Developers, API keys. A restricted key is enough.',
  keyTest: 'It starts with rk_test_ or sk_test_.',
  keyLive: 'It starts with rk_live_ or sk_live_.',
  host: 'Host',
  hostHint: 'For example smtp.example.com.',
  port: 'Port',
  portHint: 'Empty: the usual port.',
  portWrong: 'Enter a number from 1 to 65535.',
  encryption: 'Encryption',
  startTls: 'STARTTLS (port 587)',
  tls: 'TLS (port 465)',
  user: 'User name',
  password: 'Password',
  passwordHint: 'Leave both empty if the mail server needs no login.',
  bothOrNone: 'Enter user name and password, or neither.',

  save: 'Save',
  saveOf: params('Save {what}'),
  saved: params('{what} is saved.'),
  replace: 'Replace',
  cancel: 'Cancel',
  check: 'Check now',
  checkOf: params('Check {what} now'),
  checkedGood: params('{what} works.'),
  remove: 'Remove',
  removeOf: params('Remove {what}'),
  removeTitle: params('Remove {what}?'),
  removeStripe:
    'New sales use the account of the server, or stop without one. Subscriptions sold through this account can’t be changed or read until you enter a key of it again.',
  lostSubscriptions: count({
    one: '{count} running subscription: the member can no longer change or cancel it',
    other: '{count} running subscriptions: their members can no longer change or cancel them',
  }),
  elsewhere: count({
    one: '{count} running subscription was sold through another Stripe account. The member can’t change or cancel it here, and its payments are not read. Cancel it in that account, or enter a key of it again.',
    other:
      '{count} running subscriptions were sold through other Stripe accounts. Their members can’t change or cancel them here, and their payments are not read. Cancel them in that account, or enter a key of it again.',
  }),
  otherAccount: 'Use another Stripe account?',
  otherAccountText:
    'This key belongs to another Stripe account. Subscriptions of the current account continue there, and this server no longer reads them.',
  useOther: 'Use this account',
  removeMail: 'Mails go through the mail server of the server again.',
  removed: params('{what} was removed.'),

  ending: 'Secret',
  endingOf: params('ends with {ending}'),
  noSecret: 'none',
  account: 'Account',
  webhook: 'Webhook',
  webhookMade: 'Made by this server',
  webhookMissing: 'Missing',
  changed: 'Saved',
  checked: 'Last check',

  testMail: 'Test email',
  testMailText: 'Sends one mail, and says at once whether the mail server took it.',
  testTo: 'Send to',
  send: 'Send test',
  sent: params('The mail server took the mail to {email}.'),
  lastTest: 'Last test email',
  taken: 'taken',
  refused: 'refused',
})
