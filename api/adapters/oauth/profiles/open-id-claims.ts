import type { ClaimedIdentity } from '../to-identity'
import type { ReadProfile } from './read-profile'

/** Google, LinkedIn and every OpenID Connect provider name their claims alike. */
export const readOpenIdProfile: ReadProfile = async ({ ask, url }) => readOpenIdClaims(await ask(url))

export function readOpenIdClaims(claims: Record<string, unknown>): ClaimedIdentity {
  const verified = claims['email_verified']
  return {
    subject: claims['sub'],
    email: claims['email'],
    // LinkedIn, and some others, have sent a word where the standard has a truth value.
    emailVerified: verified === true || verified === 'true',
    firstName: claims['given_name'],
    lastName: claims['family_name'],
  }
}
