import type { ReadProfile } from './read-profile'

/**
 * `id` may change; `account_id`, which its documentation wants accounts to be linked by, came later. The address is as it
 * was typed at the sign-up, never checked, and apps in development mode get none. The display name is no person's name.
 */
export const readSpotifyProfile: ReadProfile = async ({ ask, url }) => {
  const { account_id: accountId, id, email } = await ask(url)
  return { subject: accountId ?? id, email, emailVerified: false, firstName: null, lastName: null }
}
