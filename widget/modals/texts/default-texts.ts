/**
 * Every text of the modals by key, in English. The key names are those of the published translations type, so that a
 * page's own translations keep working; keys marked `ours` have no counterpart there.
 */
export const defaultTexts = {
  // Login
  login_to_your_account: 'Log in to your account',
  email_address: 'Email address',
  login_email_placeholder: 'name@example.com',
  email_error_message: 'Please enter a valid email address.',
  password: 'Password',
  login_password_placeholder: 'Enter your password',
  password_error_message: 'Please enter your password.',
  login: 'Log in',
  login_success_title: 'Welcome back', // ours
  login_success_message: 'You are logged in.', // ours

  // Every screen
  loading_text: 'Loading…',
  show_password: 'Show password', // ours
  hide_password: 'Hide password', // ours
  close_button: 'Close', // ours
  retry_button: 'Try again', // ours
  load_error_title: 'This could not be loaded', // ours
  load_error_message: 'Please check your connection and try again.', // ours
} as const

export type TextKey = keyof typeof defaultTexts
export type Texts = Readonly<Record<TextKey, string>>
