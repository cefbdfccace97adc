import { defineTexts, params } from '../texts'

/** Setup, login and invitation. */
export const entranceTexts = defineTexts('entrance', {
  name: 'Name',
  email: 'Email',
  password: 'Password',
  passwordHint: params('At least {count} characters.'),

  setupTitle: 'Create your account',
  setupText: 'This account owns the server. You can invite others afterwards.',
  createAccount: 'Create account',
  setupMissing: 'This link is not complete. Copy the whole link that the server printed.',

  loginTitle: 'Log in',
  loginText: 'Manage your membership apps.',
  logIn: 'Log in',
  passkey: 'Use a passkey',
  forgot: 'Forgot password?',
  securityTitle: 'Protect your account',
  securityText: 'Log in once more. Then add a passkey or an authenticator app, or see where you are logged in.',
  goOn: 'Continue',
  cancel: 'Cancel',
  demo: 'Continue as the demo owner',
  demoText: 'Only on this machine, while you develop.',

  invitation: 'Invitation',
  invitationTitle: params('Join {app}'),
  invitationText: params('{name} invites you as {role}.'),
  invitationAccount: params('You have an account. Log in as {email} to accept.'),
  invitationMissing: 'This link is not complete. Copy the whole link from the invitation.',
  join: 'Join',
  accept: 'Log in and accept',
})
