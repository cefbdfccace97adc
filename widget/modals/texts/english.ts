/**
 * The texts of the modals by key, in English. A key without a translation falls back to them. The keys are those of the
 * published translations type; keys marked `ours` are not in it. `{name}` marks a place to fill in.
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
  login_with_email: 'Log in with a code by email',
  login_with_password: 'Log in with a password',
  forgot_password: 'Forgot password?',
  dont_have_an_account: 'Don’t have an account? Sign up',
  or: 'or',
  continue_with: 'Continue with {provider}',
  continue_with_email: 'Continue with Email',
  use_provider_message: 'This account logs in with {provider}. Please press its button below.', // ours
  login_success_title: 'Welcome back', // ours
  login_success_message: 'You are logged in.', // ours

  // Signup
  create_an_account: 'Create an account',
  signup_email_placeholder: 'name@example.com',
  signup_password_placeholder: 'Choose a password',
  signup_button: 'Sign up',
  signup_with_password: 'Sign up with a password',
  already_have_an_account: 'Already have an account? Log in',
  signup_success_title: 'Welcome', // ours
  signup_success_message: 'Your account is ready.', // ours
  new_password_hint: 'At least {count} characters', // ours
  new_password_error_message: 'Please choose a password of at least {count} characters.', // ours
  required_mark: 'required', // ours
  required_error_message: 'Please fill in this field.', // ours
  number_error_message: 'Please enter a number.', // ours
  date_error_message: 'Please enter a date.', // ours
  url_error_message: 'Please enter a web address that starts with https://.', // ours
  phone_error_message: 'Please enter a phone number.', // ours
  select_placeholder: 'Please choose', // ours
  captcha_label: 'I am not a robot', // ours
  captcha_working: 'Checking…', // ours
  captcha_done: 'Checked', // ours
  captcha_failed: 'The check did not work. Please try again.', // ours

  // Password reset
  reset_your_password: 'Reset your password',
  reset_instructions: 'Enter your email address, and we will email you a 6 digit code.',
  reset_email_placeholder: 'name@example.com',
  reset: 'Send reset code',
  reset_already_have_code: 'I already have a code',
  reset_enter_code: 'Enter the 6 digit code that we emailed you, and a new password.',
  reset_password_placeholder: 'New password',
  reset_confirm_reset: 'Confirm & Reset',
  back_button: 'Back', // ours
  code_label: '6 digit code', // ours
  code_digit_label: 'Digit {number} of {count}', // ours
  code_error_message: 'Please enter a valid code', // ours
  success_title: 'Success',
  password_reset_success: 'Your password has been reset. Please login.',

  // One-time codes
  passwordless_token_heading: 'Check your email',
  login_passwordless_instructions: 'We emailed a 6 digit code to {email}.',
  login_verification_code: 'Verification code',
  login_verify_email: 'Verify Email',
  passwordless_support: 'Emails arrive within 30 seconds. Look into the spam folder too.', // ours
  resend_code: 'Send a new code', // ours
  code_sent_message: 'A new code is on its way.', // ours

  // Profile
  my_profile_title: 'My Profile', // ours
  profile_button: 'Profile',
  security_button: 'Security',
  plans_button: 'Plans',
  team_button: 'Team',
  logout_button: 'Logout',
  profile_navigation: 'Account', // ours
  profile_information_title: 'Profile Information',
  upload_profile_image: 'Upload image',
  replace_image: 'Replace image',
  remove_image: 'Remove image', // ours
  member_avatar_alt: 'Profile image',
  file_type_error_message: 'File is not an image.', // ours
  file_size_error_message: 'Image must be less than {size}MB.', // ours
  save_button: 'Save',
  cancel_button: 'Cancel',
  saved_message: 'Saved.', // ours
  logout_success_title: 'You are logged out', // ours
  security_title: 'Security',
  change_email: 'Change email', // ours
  email_verified: 'Verified', // ours
  email_not_verified: 'Not verified yet', // ours
  resend_verification: 'Send verification email', // ours
  change_password: 'Change Password',
  set_password: 'Set Password',
  current_password: 'Current password', // ours
  new_password: 'New password', // ours
  confirm_password: 'Confirm new password', // ours
  confirm_password_error_message: 'The two passwords are not the same.', // ours
  connect_additional_accounts: 'Connected accounts',
  connect_with_provider: 'Connect',
  disconnect_provider: 'Disconnect',
  provider_connected: 'Connected', // ours
  provider_not_connected: 'Not connected', // ours
  delete_account: 'Delete account',
  delete_confirmation_title: 'Delete your account?',
  delete_confirmation_message: 'Everything that belongs to your account is deleted. This cannot be undone.',
  yes_delete_account: 'Yes, Delete Account',

  // Plans
  plans_title: 'Plans',
  paid_plans: 'Paid plans',
  team_plans: 'Team plans',
  free_plans: 'Free plans',
  no_plans_message: 'You have no plans yet.',
  manage_subscriptions: 'Manage subscriptions',
  remove_button: 'Remove',
  leave_team: 'Leave team',
  are_you_sure: 'Are you sure?',
  plan_trial: 'Trial', // ours
  plan_payment_failed: 'Payment failed', // ours
  plan_canceled: 'Ended', // ours
  plan_inactive: 'Not active', // ours
  plan_next_payment: 'Next payment on {date}', // ours
  plan_ends: 'Ends on {date}', // ours
  plan_removed_message: 'The plan has been removed.', // ours
  team_left_message: 'You have left the team.', // ours

  // Team
  team_title: 'Team',
  team_seats: '{count}/{max} seats taken', // ours
  team_owner: 'Owner', // ours
  team_member: 'Member', // ours
  team_invite_link: 'Invite link', // ours
  copy_button: 'copy',
  copied_button: 'copied',
  copy_failed_message: 'This could not be copied. Please select it and copy it yourself.', // ours
  regenerate_invite_link: 'Regenerate link',
  invite_link_regenerated: 'Invite Link Regenerated', // ours
  member_removed_message: 'Member has been removed from team.', // ours
  seats_full_warning: 'All seats of this team are taken.',
  upgrade_button: 'Upgrade',
  join_team_title: 'Join this team?', // ours
  join_team_message: 'You have been invited to a team. You share its plan while you are in it.', // ours
  join_team_button: 'Join', // ours
  join_team_later: 'Not now', // ours
  team_joined_message: 'You are in the team now.', // ours

  // Test cards
  test_card_title: 'Test Mode',
  test_card_subtitle: 'Nothing is charged. Pay with a test card.',
  test_card_video_label: 'How to pay with a test card', // ours
  test_card_copy_button: 'Copy test card',
  test_card_copied_button: 'Copied',
  test_card_alternatives: 'Other test cards',
  test_successful_payments: 'Successful payments',
  test_declined_payments: 'Declined payments',
  test_card_visa: 'Visa',
  test_card_mastercard: 'Mastercard',
  test_card_amex: 'American Express',
  test_card_generic_decline: 'Generic decline',
  test_card_insufficient_funds: 'Insufficient funds',
  test_card_instructions: 'Use any date in the future, and any three digits as CVC (four for American Express).',
  test_card_full_list: 'Full list of test cards', // ours
  test_card_continue: 'Continue',

  // Every screen
  loading_text: 'Loading…',
  offline_message: 'You are offline. Please check your connection and try again.', // ours
  show_password: 'Show password', // ours
  hide_password: 'Hide password', // ours
  close_button: 'Close', // ours
  retry_button: 'Try again', // ours
  load_error_title: 'This could not be loaded', // ours
  load_error_message: 'Please check your connection and try again.', // ours
} as const

export type TextKey = keyof typeof defaultTexts
export type Texts = Readonly<Record<TextKey, string>>
