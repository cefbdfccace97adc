/** What the steps click on, as the script says it by itself. */
const english = {
  profile_button: 'Profile',
  security_button: 'Security',
  change_password: 'Change Password',
  delete_account: 'Delete account',
  connect_with_provider: 'Connect',
  disconnect_provider: 'Disconnect',
  remove_button: 'Remove',
  join_team_button: 'Join',
  close_button: 'Close',
  regenerate_invite_link: 'Regenerate link',
  test_card_alternatives: 'Other test cards',
  second_factor_use_recovery: 'Use a recovery code',
  second_factor_use_app: 'Use your app',
  second_factor_lost: 'Lost your app and your recovery codes?',
  two_step_verification: 'Two-step verification',
  passkey_rename: 'Rename',
}

/** Languages whose files stand behind a look: one from right to left, and one of long words. */
const files = { rtl: 'ar', long: 'de' }

/**
 * @param {string} look @param {string} api origin of the API
 * @returns {Promise<{ translations: Record<string, string> | undefined, textOf: (key: string) => string }>}
 *   `translations` for openModal, where the look brings its own
 */
export async function textsOf(look, api) {
  const file = files[look] && (await read(`${api}/translations/${files[look]}.json`))
  // A right-to-left page finds its language by itself.
  if (look !== 'long') return { translations: undefined, textOf: (key) => file?.[key] ?? english[key] }
  const long = Object.fromEntries(Object.entries(file ?? {}).map(([key, text]) => [key, `${text} · ${text}`]))
  return { translations: long, textOf: (key) => long[key] ?? english[key] }
}

/** Null for what is not there: the gallery then shows English. */
async function read(url) {
  const answer = await window.galleryFetch(url)
  return answer.ok ? answer.json() : null
}
