/**
 * Placeholders in the texts of modals and pages, by key; other texts have none. A text that an owner writes must keep them. A test compares
 * this table with the widget's English texts.
 */
export const textPlaceholders: Readonly<Record<string, readonly string[]>> = {
  code_digit_label: ['count', 'number'],
  continue_with: ['provider'],
  file_size_error_message: ['size'],
  join_team_inviter: ['inviter'],
  logged_in_as: ['email'],
  login_passwordless_instructions: ['email'],
  new_password_error_message: ['count'],
  new_password_hint: ['count'],
  email_pending: ['email'],
  passkey_last_used: ['date'],
  session_started: ['date'],
  passwordless_link_instructions: ['email'],
  login_link_instructions: ['email'],
  login_link_device: ['device'],
  login_at_site: ['site'],
  plan_ends: ['date'],
  plan_next_payment: ['date'],
  provider_login_message: ['provider'],
  session_last_seen: ['date'],
  team_seats: ['count', 'max'],
  two_step_ends: ['date'],
  use_provider_message: ['provider'],
}

/** Placeholders that a text has lost, such as `{count}`. */
export const lostPlaceholders = (key: string, text: string): string[] =>
  // A key like `toString` would find a method of every object.
  ((Object.hasOwn(textPlaceholders, key) && textPlaceholders[key]) || [])
    .map((name) => `{${name}}`)
    .filter((placeholder) => !text.includes(placeholder))
