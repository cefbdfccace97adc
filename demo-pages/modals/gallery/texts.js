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
  login_link_show_code: 'Show the code',
  regenerate_invite_link: 'Regenerate link',
  test_card_alternatives: 'Other test cards',
  second_factor_use_recovery: 'Use a recovery code',
  second_factor_use_app: 'Use your app',
  second_factor_lost: 'Lost your app and your recovery codes?',
  two_step_turn_off: 'Turn off',
  passkey_rename: 'Rename',
}

/**
 * @param {string} look @param {string} api origin of the API
 * @returns {Promise<{ translations: Record<string, string> | undefined, textOf: (key: string) => string }>}
 *   `translations` for openModal, where the look brings its own
 */
export async function textsOf(look, api) {
  const { lang } = document.documentElement
  // A language of long words.
  const name = look === 'long' ? 'de' : lang
  const file = name === 'en' ? null : await read(`${api}/translations/${name}.json`)
  // A page finds its own language by itself.
  if (look !== 'long') return { translations: undefined, textOf: (key) => file?.[key] ?? english[key] }
  const long = Object.fromEntries(Object.entries(file ?? {}).map(([key, text]) => [key, `${text} · ${text}`]))
  return { translations: long, textOf: (key) => long[key] ?? english[key] }
}

/** Null for what is not there: the gallery then shows English. */
async function read(url) {
  const answer = await window.galleryFetch(url)
  return answer.ok ? answer.json() : null
}
