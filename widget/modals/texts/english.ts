import { pageTexts } from '../../stores/texts'

/**
 * The English texts of the modals by key, and the fallback for missing translations. The keys are those of the
 * published translations type, except those marked `ours`. `{name}` is a placeholder.
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
  login_with_email: 'Email me a login code',
  login_with_password: 'Log in with a password',
  forgot_password: 'Forgot password?',
  dont_have_an_account: 'Don’t have an account? Sign up',
  or: 'or',
  continue_with: 'Continue with {provider}',
  continue_with_email: 'Continue with Email',
  use_provider_message: 'This account logs in with {provider}. Please use its button.', // ours
  login_success_title: 'Welcome back', // ours
  logged_in_as: 'You are logged in as {email}.', // ours
  last_used: 'Last used', // ours
  first_password_message: 'This account has no password yet. We emailed you a code to set one.', // ours

  // Signup
  create_an_account: 'Create an account',
  signup_email_placeholder: 'name@example.com',
  signup_password_placeholder: 'Choose a password',
  signup_button: 'Sign up',
  signup_with_password: 'Sign up with a password',
  already_have_an_account: 'Already have an account? Log in',
  signup_success_title: 'Welcome', // ours
  email_taken_message: 'There is already an account with this email address.', // ours
  new_password_hint: 'At least {count} characters', // ours
  new_password_error_message: 'Please choose a password with at least {count} characters.', // ours
  required_mark: 'required', // ours
  optional_fields: 'More details (optional)', // ours
  required_error_message: 'Please fill in this field.', // ours
  number_error_message: 'Please enter a number.', // ours
  date_error_message: 'Please enter a date.', // ours
  url_error_message: 'Please enter a web address that starts with https://.', // ours
  phone_error_message: 'Please enter a phone number.', // ours
  select_placeholder: 'Please choose', // ours
  captcha_label: 'I am not a robot', // ours
  captcha_working: 'Checking…', // ours
  captcha_done: 'Checked', // ours

  // Password reset
  reset_your_password: 'Reset your password',
  reset_instructions: 'Enter your email address. We will email you a 6 digit code.',
  reset_email_placeholder: 'name@example.com',
  reset: 'Send reset code',
  reset_already_have_code: 'I already have a code',
  reset_enter_code: 'Enter the 6 digit code we emailed you, and a new password.',
  reset_password_placeholder: 'New password',
  reset_confirm_reset: 'Confirm & Reset',
  back_button: 'Back', // ours
  code_label: '6 digit code', // ours
  code_digit_label: 'Digit {number} of {count}', // ours
  success_title: 'Success',

  // One-time codes
  passwordless_token_heading: 'Check your email',
  login_passwordless_instructions: 'We emailed a 6 digit code to {email}.',
  login_verification_code: 'Verification code',
  login_verify_email: 'Verify Email',
  passwordless_support: 'Emails arrive within 30 seconds. Check your spam folder too.', // ours
  passwordless_link_or_code: 'Open the link or type the code', // ours
  passwordless_link_instructions: 'We emailed a login link to {email}.', // ours
  resend_code: 'Send a new code', // ours
  code_sent_message: 'We emailed you a new code.', // ours
  login_link_title: 'Log in on this device?', // ours
  login_link_instructions: 'The link logs in {email}.', // ours
  login_link_device: 'It was requested on {device}.', // ours
  login_link_here: 'Log in here', // ours
  login_link_show_code: 'Show the code', // ours
  login_link_code: 'Type this code where you requested it. The link and the emailed code have ended.', // ours

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
  no_changes_hint: 'No changes yet', // ours
  cancel_button: 'Cancel',
  saved_message: 'Saved.', // ours
  discard_changes_title: 'Discard your changes?', // ours
  discard_changes_message: 'You have changes that are not saved.', // ours
  keep_editing_button: 'Keep editing', // ours
  discard_changes_button: 'Discard changes', // ours
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
  repeat_password_error_message: 'Please repeat the new password.', // ours
  wrong_password_message: 'This is not your current password.', // ours
  connect_additional_accounts: 'Connected accounts',
  connect_another: 'Connect another account', // ours
  connect_with_provider: 'Connect',
  disconnect_provider: 'Disconnect',
  provider_connected: 'Connected', // ours
  provider_not_connected: 'Not connected', // ours
  delete_account: 'Delete account',
  delete_confirmation_title: 'Delete your account?',
  delete_confirmation_message: 'All data in your account will be deleted. This can’t be undone.',
  yes_delete_account: 'Yes, Delete Account',

  // Passkeys, two-step verification and sessions
  login_with_passkey: 'Log in with a passkey', // ours
  login_at_site: 'Log in at {site}', // ours
  second_factor_title: 'Two-step verification', // ours
  second_factor_instructions: 'Enter the code from your app.', // ours
  second_factor_verify: 'Continue', // ours
  second_factor_remember: 'Don’t ask again on this device', // ours
  second_factor_use_passkey: 'Use a passkey', // ours
  second_factor_use_recovery: 'Use a recovery code', // ours
  second_factor_use_app: 'Use your app', // ours
  second_factor_lost: 'Lost your app and your recovery codes?', // ours
  recovery_code: 'Recovery code', // ours
  recovery_code_error_message: 'Please enter a recovery code.', // ours
  second_factor_setup_title: 'Set up two-step verification', // ours
  second_factor_setup_scan: 'Scan this code with an authenticator app, or type the key.', // ours
  second_factor_setup_qr: 'QR code for your authenticator app', // ours
  second_factor_setup_key: 'Key', // ours
  second_factor_setup_enter: 'Code from your app', // ours
  recovery_codes_title: 'Save your recovery codes', // ours
  recovery_codes_instructions: 'Each code logs you in once if you lose your app. They are not shown again.', // ours
  recovery_codes_copy: 'Copy', // ours
  recovery_codes_copied: 'Copied', // ours
  recovery_codes_download: 'Download', // ours
  recovery_codes_saved: 'I saved them', // ours
  sign_in_methods: 'How you log in', // ours
  passkeys_title: 'Passkeys', // ours
  add_passkey: 'Add a passkey', // ours
  add_passkey_instructions: 'Log in with face, fingerprint or PIN.', // ours
  add_passkey_create: 'Create', // ours
  add_passkey_not_now: 'Not now', // ours
  passkey_rename: 'Rename', // ours
  passkey_name: 'Name', // ours
  passkey_synced: 'Synced', // ours
  passkey_device_only: 'This device only', // ours
  passkey_last_used: 'Last used on {date}', // ours
  two_step_verification: 'Two-step verification', // ours
  two_step_on: 'On', // ours
  two_step_off: 'Off', // ours
  two_step_ends: 'Will be removed on {date}', // ours
  two_step_turn_on: 'Turn on', // ours
  two_step_turn_off: 'Turn off', // ours
  two_step_new_codes: 'New recovery codes', // ours
  sessions_title: 'Where you are logged in', // ours
  session_this: 'This device', // ours
  session_last_seen: 'Last seen on {date}', // ours
  session_unknown: 'Unknown browser', // ours
  session_started: 'Since {date}', // ours
  session_link: 'Login link', // ours
  session_provider: 'Login with another account', // ours
  session_signup: 'Sign-up', // ours
  session_end: 'End', // ours
  sessions_end_others: 'End all others', // ours
  reauthenticate_title: 'Confirm it’s you', // ours
  reauthenticate_instructions: 'Please prove that it’s you to continue.', // ours
  reauthenticate_button: 'Confirm', // ours
  reauthenticate_send_code: 'Email me a code', // ours
  reauthenticate_use_password: 'Use your password', // ours
  reauthenticate_log_in_again: 'Please log out, log in again and repeat this.', // ours
  email_pending: 'Waiting for {email}. Open the link in the email that we sent there.', // ours
  email_pending_send_again: 'Send again', // ours
  email_pending_cancel: 'Cancel the change', // ours

  // Comments
  delete_comment_title: 'Delete this comment?', // ours
  delete_comment_message: 'This can’t be undone.', // ours
  delete_comment_replies_message: 'Its replies are deleted too. This can’t be undone.', // ours
  delete_comment_button: 'Delete', // ours

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
  plan_active: 'Active', // ours
  plan_trial: 'Trial', // ours
  plan_payment_failed: 'Payment failed', // ours
  update_payment: 'Update payment', // ours
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
  copy_failed_message: 'Copying failed. Please select the text and copy it yourself.', // ours
  regenerate_invite_link: 'Regenerate link',
  regenerate_warning: 'The current link stops working.', // ours
  invite_link_regenerated: 'Invite Link Regenerated', // ours
  member_removed_message: 'Member has been removed from team.', // ours
  seats_full_warning: 'All seats of this team are taken.',
  upgrade_button: 'Upgrade',
  join_team_title: 'Join this team?', // ours
  join_team_inviter: 'Invitation from {inviter}', // ours
  join_team_message: 'You have been invited to a team. You share its plan while you are a member.', // ours
  join_team_button: 'Join', // ours
  join_team_later: 'Not now', // ours
  team_joined_message: 'You have joined the team.', // ours

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
  test_card_instructions: 'Use any future date and any three digits as CVC (four for American Express).',
  test_card_full_list: 'Full list of test cards', // ours
  test_card_continue: 'Continue',

  // Every screen
  loading_text: 'Loading…',
  offline_message: 'You are offline. Please check your connection and try again.', // ours
  show_password: 'Show password', // ours
  hide_password: 'Hide password', // ours
  close_button: 'Close', // ours
  retry_button: 'Try again', // ours
  load_error_title: 'Loading failed', // ours
  load_error_message: 'Please check your connection and try again.', // ours

  // Outside the modals too; `password_reset_success` and `confirm_…` are published keys
  ...pageTexts,
} as const

export type TextKey = keyof typeof defaultTexts
export type Texts = Readonly<Record<TextKey, string>>
